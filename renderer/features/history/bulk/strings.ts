/** Words of what is done with selected recordings in History. */

import { countOf } from '../../../../shared/domain/units.ts';

export const BULK = {
  label: 'Selected recordings',
  /** @param isMore there are more than can be selected */
  selected: (count: number, isMore = false) =>
    `${count.toLocaleString('en')} selected${isMore ? ', the most at a time' : ''}`,
  clear: 'Clear selection',
  one: 'this recording',
  tags: 'Tags',
  tag: 'Tag',
  addTag: 'Add tag',
  removeTag: 'Remove tag',
  tagged: (tag: string, count: number) => `${countOf(count, 'recording')} tagged “${tag}”.`,
  untagged: (tag: string, count: number) => `Tag “${tag}” removed from ${countOf(count, 'recording')}.`,
  noneTagged: 'These recordings have this tag already, or as many as they can have.',
  noneUntagged: 'None of these recordings has this tag.',
  tagUndone: 'Tags are as before.',
  remove: 'Delete…',
  underWay: (count: number) => `${countOf(count, 'recording')} still in progress can’t be deleted.`,
  asking: (count: number) => `Asking the service for ${countOf(count, 'recording')}…`,
  downloading: (count: number) => `${countOf(count, 'recording')} downloading again. Nothing is paid.`,
  allHere: (count: number) =>
    count === 1 ? 'The results are on this computer already.' : `Results of ${count} recordings are here already.`,
  gone: (count: number) =>
    count === 1
      ? 'The service no longer has the result. Restore the recording again to get it back; that is billed.'
      : `The service no longer has results of ${count} recordings. Restore them again to get them back; that is billed.`,
  notFinished: (count: number) => `${countOf(count, 'recording')} can’t be downloaded again: only finished ones can.`,
  notAsked: (count: number, why: string) => `${countOf(count, 'recording')} can’t be downloaded again now. ${why}`,
} as const;

/** What is deleted, and what stays. */
export const DELETE = {
  title: (count: number, name: string) => (count === 1 ? `Delete ${name}?` : `Delete ${countOf(count, 'recording')}?`),
  what: 'What is deleted',
  choices: {
    row: { title: 'Delete from History', note: 'The files stay. You can undo this.' },
    both: { title: 'Delete from History with the files', note: 'The files can’t be brought back.' },
    files: {
      title: 'Delete only the files',
      note: 'The rows stay with their settings, notes and costs. The files can’t be brought back.',
    },
  },
  looking: 'Looking for the files…',
  noFiles: 'No files are kept for this.',
  files: (size: string) => `Files in the data folder: ${size}`,
  left: (count: number) => `${countOf(count, 'recording')} still in progress ${count === 1 ? 'stays' : 'stay'}.`,
  stays: 'Your recordings, the files in output folders and everything in Costs stay.',
  cancel: 'Cancel',
  confirm: 'Delete',
  confirmSize: (size: string) => `Delete ${size}`,
  deleting: 'Deleting files…',
  deleted: (words: string) => `Deleted ${words}.`,
  rows: (count: number) => `${countOf(count, 'recording')} deleted from History. Costs stay.`,
  kept: (count: number) =>
    `${countOf(count, 'file')} stayed, because ${count === 1 ? 'it' : 'they'} changed or can’t be removed.`,
} as const;
