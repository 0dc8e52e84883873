/** Words about the audio tracks of a file. */

export const TRACKS = {
  /** At the end of a name. */
  nameSuffix: (label: string) => ` – ${label}`,
  /** @param track with its number, title and language @param reason a sentence */
  refused: (track: string, reason: string) => `${track} can’t be restored. ${reason}`,
  silent: (track: string) => `${track} is silent, so there is nothing to restore on it.`,
  noNumber: (number: string, of: number) =>
    of === 1 ? `There is no track ${number}: it has one.` : `There is no track ${number}: it has ${of}.`,
  noName: (text: string, of: number) => `None of its ${of} tracks has the title or language “${text}”.`,
} as const;
