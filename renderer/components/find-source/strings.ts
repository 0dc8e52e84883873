/** Words of finding a moved source. */

import type { FindEvent } from '../../../shared/contract/listening/sources.ts';
import { countOf } from '../../../shared/domain/units.ts';

const grouped = new Intl.NumberFormat('en');

const DIFFERENT = { size: 'size', content: 'content' } as const;

function filesOf(count: number): string {
  return `${grouped.format(count)} ${count === 1 ? 'file' : 'files'}`;
}

export const FIND = {
  action: 'Find it…',
  actionFor: (name: string) => `Find it: ${name}`,
  /** In place of the folder. */
  gone: 'Moved or deleted',
  title: (name: string) => `Find ${name}`,
  lead: 'Choose the file, or a folder to search with all its subfolders. Cleartake recognizes the recording by its content, even under a new name.',
  chooseFile: 'Choose file…',
  chooseFolder: 'Choose folder…',
  path: 'File or folder',
  pathNote: 'Full path on the computer where Cleartake runs; ~ and variables such as $HOME work, too.',
  pathExample: '/media/archive',
  search: 'Search',
  stop: 'Stop',
  looking: (files: number) => (files === 0 ? 'Searching…' : `Searching… ${filesOf(files)} so far`),
  stopped: 'The search was stopped.',
  /** @param resumed how many continue that had failed without the file */
  found: (path: string, resumed: number) =>
    resumed === 0 ? `Found: ${path}` : `Found: ${path}. ${countOf(resumed, 'recording')} will continue.`,
  outcome: (event: Exclude<FindEvent, { kind: 'found' | 'looking' }>) =>
    event.kind === 'different'
      ? `This is another recording: its ${DIFFERENT[event.by]} is different.`
      : `Not found in ${filesOf(event.files)}. Try another folder.`,
} as const;
