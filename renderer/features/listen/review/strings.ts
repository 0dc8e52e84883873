/** Words of a recording in review, in the comparison. */

export const HELD = {
  title: 'Held for review',
  goTo: 'Go to this place',
  /** On its mark. */
  place: (take: string) => `Failed check in ${take}`,
  /** It left the queue, perhaps because it is restored again. */
  over: 'This recording has left the queue.',
  redone: 'The recording is being restored again.',
  accepted: 'Accepted.',
  next: (left: number) => `Next to review (${left})`,
  toDesk: 'Go to Desk',
} as const;
