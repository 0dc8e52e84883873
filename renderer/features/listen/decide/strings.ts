/** Words of what can be decided in the comparison. */

export const STEPS = {
  group: 'Recordings',
  previous: 'Previous recording',
  next: 'Next recording',
  at: (at: number, of: number) => `${at} of ${of}`,
  /** What is stepped through, for the tooltip. */
  of: {
    review: 'held for review',
    batch: 'in this batch',
    queue: 'in the queue',
  },
  /** For screen readers, when another recording is shown. */
  arrived: (name: string, at: number, of: number) => `${name}, recording ${at} of ${of}.`,
} as const;

export const TRYING = {
  title: 'Try another model',
  /** After a part was tried: what becomes of the whole. */
  after: 'The whole recording',
  /** @param from,to as `12:04` */
  range: (from: string, to: string) => `${from}–${to}`,
  choose: 'Loop a passage or zoom in, and send only that.',
  note: 'Send only this passage and compare the results here.',
  tooShort: 'Choose at least one second.',
  tryPassage: 'Try this passage with…',
} as const;

export const EXPORTING = {
  title: 'Export from the comparison',
  what: 'What',
  removed: (take: string) => `What ${take} removed`,
  part: 'How much',
  whole: 'The whole recording',
  /** @param from,to as `12:04.400` */
  passage: (from: string, to: string) => `${from} – ${to}`,
  passageHint: 'To export a passage, loop it or zoom in first.',
  format: 'Format',
  formats: { wav24: 'WAV, 24-bit', flac: 'FLAC', mp3: 'MP3' },
  /** How it differs from Save. */
  note: 'As you hear it here, without strength, loudness or level match. Nothing is sent or paid.',
  go: 'Export',
  cancel: 'Cancel',
  making: (what: string, percent: number) => `Exporting ${what}: ${percent} %`,
  cancelOf: (what: string) => `Cancel the export of ${what}`,
  cancelled: (what: string) => `The export of ${what} was cancelled. No file was saved.`,
} as const;

export const KEEPING = {
  keep: (take: string) => `Keep ${take}`,
  asOutput: (take: string) => `Keep ${take} as the output`,
  lead: (take: string) =>
    `${take} is delivered with the recording’s settings, unless that file is already there. Nothing is sent or paid.`,
  others: 'Other files of this recording',
  and: ' and ',
  leave: (takes: string) => `Leave the file of ${takes} where it is`,
  setAside: (takes: string) => `Move the file of ${takes} to Cleartake’s library. Undo brings it back.`,
  cancel: 'Cancel',
} as const;
