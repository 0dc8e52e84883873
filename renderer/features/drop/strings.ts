/** Words of bringing recordings: overlay, uploads, report. */

import { countOf } from '../../../shared/domain/units.ts';

export const DROP = {
  title: 'Let go to add',
  note: 'Files and whole folders. Originals are never changed.',
  uploading: (done: number, total: number) =>
    `Bringing ${done + 1 > total ? total : done + 1} of ${total} into the library`,
  uploadNote: 'A browser shows no file paths, so Cleartake keeps a copy.',
  cancel: 'Stop',
  added: (count: number) => `${countOf(count, 'recording')} added`,
  failed: (name: string) => `${name} could not be brought in.`,
  failedReason: 'It could not be read or stored. Nothing was sent. Add it again.',
  nothing: 'There was no recording in what you dropped.',
} as const;

export const REPORT = {
  title: 'Left out',
  some: (count: number) => `${count} ${count === 1 ? 'file was' : 'files were'} left out`,
  none: 'Nothing was added',
  show: 'Show why',
  explain: 'Everything else was added. These were not, and nothing of them was sent:',
} as const;
