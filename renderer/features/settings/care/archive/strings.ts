/** Words of the export and import of the whole desk. */

import { countOf } from '../../../../../shared/domain/units.ts';

export const ARCHIVE = {
  title: 'Export and import',
  text: 'Everything of this desk in one file, for another computer or a safe place: queue, history, costs, verdicts and settings. API keys stay here.',
  export: 'Export desk…',
  import: 'Import desk…',
  pending: (when: string) => `At its next start, Cleartake continues with the desk that was exported on ${when}.`,
  stay: 'Don’t import',
} as const;

export const EXPORT = {
  title: 'Export this desk',
  lead: 'Choose a folder. Cleartake writes a new file there and replaces none.',
  field: 'Folder for the export',
  choose: 'Choose folder…',
  folder: 'Folder',
  size: 'Size',
  about: (size: string) => `about ${size}`,
  results: 'Include results',
  resultsNote: (size: string) => `${size} more. Without them, the other desk shows their history, but can’t play them.`,
  contents: 'Recordings with a path of their own aren’t in the export, and neither are API keys.',
  begin: 'Export',
  exporting: 'Exporting the desk',
  progress: (done: string, of: string) => `${done} of ${of} written`,
  done: (size: string) => `The desk was exported, ${size}:`,
  next: 'To continue with it elsewhere, choose Settings › Data › Import desk there. Then enter the API keys of your services again.',
  close: 'Close',
} as const;

export const IMPORT = {
  title: 'Import an exported desk',
  lead: 'Choose a file that Cleartake exported. You’ll see what it replaces before anything happens.',
  field: 'Exported desk',
  choose: 'Choose file…',
  file: 'File',
  made: 'Exported',
  contents: 'Contains',
  replaced: 'Replaces',
  size: 'Size',
  recordings: (recordings: number, results: number) =>
    `${countOf(recordings, 'recording')}, ${countOf(results, 'result')}`,
  last: (when: string) => `last entry ${when}`,
  without: 'without the files of results',
  unknown: 'unknown',
  says: [
    'The queue, history, costs and settings of this desk are replaced the next time Cleartake starts. They’re kept as a backup, so you can go back.',
    'Results on this computer stay, and nothing is paid again: Cleartake looks for earlier work at the services first.',
    'The imported queue is paused, because the other desk may still be working on it. Enter the API keys of your services again.',
  ],
  begin: 'Import',
  importing: 'Importing the desk',
  progress: (done: string, of: string) => `${done} of ${of} read and checked`,
  starting: 'Opening the file…',
  ready:
    'Everything was read and checked. Restart Cleartake to continue with the imported desk. Then enter the API keys of your services, and resume the queue.',
} as const;
