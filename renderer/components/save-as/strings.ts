/** Words of Save as…: files from results that are here. */

import type { Earlier, Oddity } from '../../../shared/contract/outputs.ts';
import { countOf } from '../../../shared/domain/units.ts';

export const SAVE_AS = {
  /** In menus, bars and on buttons. */
  item: 'Save as…',
  title: (count: number, name: string) =>
    count === 1 ? `Save ${name} as…` : `Save ${countOf(count, 'recording')} as…`,
  lead: 'from the results you have · nothing is restored or paid again',
  results: 'Result',
  chosen: 'The kept one, or the best',
  all: 'All of each recording',
  cancel: 'Cancel',
  go: (count: number) => (count === 0 ? 'Nothing new to save' : `Save ${countOf(count, 'file')}`),
} as const;

export const SAVE_PREVIEW = {
  title: 'Preview',
  oddFirst: 'Preview · odd ones first',
  loading: 'Looking at the names…',
  more: (count: number) => `and ${countOf(count, 'more file', 'more files')}`,
  level: (from: string, to: string) => `${from} → ${to} LUFS`,
  into: (folder: string, others: number) =>
    others === 0 ? `In ${folder}.` : `In ${folder} and ${countOf(others, 'other folder')}.`,
  there: (count: number) =>
    count === 1
      ? '1 file is already there and isn’t saved again.'
      : `${count} files are already there and aren’t saved again.`,
  taken: 'They have no output folder: you choose where each goes, or name a folder.',
  earlier: 'Earlier files',
  choices: { keep: 'Keep', replace: 'Replace' } satisfies Readonly<Record<Earlier, string>>,
  keeps: (count: number) =>
    count === 1
      ? 'The earlier file stays; a name that is taken gets a number.'
      : `${countOf(count, 'earlier file')} stay; names that are taken get a number.`,
  replaces: 'The new files take their place. Undo brings them back. Files that someone changed stay.',
} as const;

/** What is odd about an output, in a few words. */
export function oddityWords(oddity: Oddity, folder: string | null): string {
  switch (oddity.kind) {
    case 'missing':
      return 'no result is here';
    case 'in-review':
      return 'held for review: accept it first';
    case 'video':
      return oddity.keepsPicture ? 'video: keeps its picture' : 'video: only its sound is saved';
    case 'no-bookends':
      return 'without intro and outro';
    case 'other-format':
      return 'stays in the format of its result';
    case 'elsewhere':
      return `goes to ${folder ?? ''}`;
    case 'taken':
      return oddity.before
        ? 'downloaded before, and downloaded again'
        : 'has no output folder: you choose where it goes';
    case 'numbered':
      return 'the name is taken: gets a number';
    case 'replaces':
      return `replaces ${oddity.fileName}`;
    case 'there':
      return 'already there';
  }
}

export const SAVING_FILES = {
  progress: (done: number, of: number, percent: number) =>
    of <= 1 ? `Saving: ${percent} %` : `Saving ${done + 1} of ${of} files: ${percent} %`,
  cancel: 'Cancel',
  cancelOf: 'Cancel saving',
  cancelled: (count: number) =>
    count === 0 ? 'Cancelled. No file was saved.' : `Cancelled. ${countOf(count, 'file')} saved.`,
  /** @param folders how many; `folder` is the name of the first */
  saved: (count: number, folder: string, folders: number) =>
    `${countOf(count, 'file')} saved in ${folders === 1 ? folder : `${folders} folders`}.`,
  taken: (count: number) => `${countOf(count, 'file')} downloaded.`,
  there: (count: number, folder: string, folders: number) => {
    const where = folders === 1 ? folder : `${folders} folders`;
    return count === 1 ? `1 file is already there, in ${where}.` : `${count} files are already there, in ${where}.`;
  },
  replaced: (count: number) =>
    count === 1 ? 'It replaced the earlier one.' : `${countOf(count, 'earlier file')} replaced.`,
  stayed: (count: number) =>
    count === 1
      ? '1 earlier file was changed by someone, so it stayed.'
      : `${count} earlier files were changed by someone, so they stayed.`,
  failed: (count: number, why: string) => `${countOf(count, 'file')} couldn’t be saved. ${why}`,
  nothing: 'Nothing to save: no result is here.',
  show: 'Show in folder',
  copy: 'Copy path',
  copied: 'Path copied.',
  undone: (removed: number, back: number) =>
    back === 0
      ? `${countOf(removed, 'file')} removed.`
      : `${countOf(removed, 'file')} removed, ${countOf(back, 'earlier one')} back.`,
  left: (count: number) => `${countOf(count, 'file')} stayed, because someone changed ${count === 1 ? 'it' : 'them'}.`,
} as const;
