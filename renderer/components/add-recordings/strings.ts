/** Words of adding recordings: the buttons, the notifications and the report. */

import { countOf } from '../../../shared/domain/units.ts';

/** While files are dragged over the window, or copied into the library. */
export const DROP = {
  title: 'Drop to add',
  note: 'Files and whole folders. Your originals are never changed.',
  uploading: (done: number, total: number) => `Copying ${Math.min(done + 1, total)} of ${total} to the library`,
  uploadNote: 'Browsers don’t share file paths, so Cleartake keeps a copy. Add › Path on this computer copies nothing.',
  bytes: (sent: string, total: string) => `${sent} of ${total}`,
  cancel: 'Stop',
} as const;

const grouped = new Intl.NumberFormat('en');

export const ADD = {
  chooseFiles: 'Choose files…',
  chooseFolder: 'Choose folder…',
  button: 'Add',
  files: 'Files…',
  folder: 'Folder…',
  paths: 'Paste paths…',
  pathsInBrowser: 'Path on this computer…',
  samples: 'Samples',
  add: 'Add',
  added: (count: number) => `${countOf(count, 'recording')} added`,
  failedReason: 'The file couldn’t be read or stored. Nothing was sent. Add it again.',
  nothing: 'No recordings found in what you dropped.',
} as const;

export const PATHS = {
  title: 'Add by path',
  label: 'Files and folders, one a line',
  note: 'Full paths; ~ and variables such as $HOME or %USERPROFILE% work, too.',
  noteInBrowser:
    'Full paths on this computer; ~ and variables such as $HOME work, too. Nothing is copied, so results can be saved next to the originals.',
} as const;

export const ADD_DUPLICATES = {
  title: (known: number, all: number) =>
    all === 1
      ? 'This recording was restored before'
      : `${grouped.format(known)} of ${grouped.format(all)} were restored before`,
  used: 'Cleartake uses the existing results. Nothing is restored or paid again.',
  again: 'Restore again',
  skip: 'Leave out',
  keep: 'OK',
  twice: (count: number) => (count === 1 ? 'Same file twice' : `${grouped.format(count)} files come twice`),
  same: (one: string, other: string) => `${one} = ${other}`,
} as const;

/** Of recordings that their recorder split. */
export const PARTS = {
  title: (count: number) => `${count} parts of one recording: join them?`,
  joins: (names: readonly string[]) =>
    `${names.join(', ')}. They are restored without a seam, paid for once, and saved as one file.`,
  join: 'Join',
  apart: 'Keep apart',
  joined: (count: number, name: string) => `${count} parts are one recording now: ${name}.`,
  incompleteTitle: 'A part is missing',
  incomplete: (names: readonly string[], missing: readonly string[]) =>
    `${names.join(', ')} look like parts of one recording, but ${missing.join(', ')} ${missing.length === 1 ? 'isn’t' : 'aren’t'} among them, so they stay apart.`,
} as const;

export const REPORT = {
  some: (added: number, left: number) => `${countOf(added, 'recording')} added, ${left} left out`,
  none: (left: number) => `Nothing was added, ${left} left out`,
  title: (left: number) => `${countOf(left, 'file')} left out`,
  show: 'Show why',
  explain: 'Nothing was sent for these files.',
  copy: 'Copy list',
  copied: 'Copied',
  more: (count: number) => `… and ${grouped.format(count)} more in the copied list`,
} as const;

export const ADDING = {
  label: 'Adding recordings',
  line: (added: number, found: number) =>
    added === 0 ? `Looking for recordings: ${grouped.format(found)} so far…` : addingOf(added, found),
  stop: 'Stop',
} as const;

function addingOf(added: number, found: number): string {
  return `Adding ${grouped.format(added)} of ${grouped.format(found)}…`;
}
