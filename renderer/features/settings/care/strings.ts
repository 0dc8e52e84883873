/** Words of the care of the data folder. */

import { filesWords } from '../../../../shared/domain/care/strings.ts';
import { countOf, formatCount } from '../../../../shared/domain/units.ts';

export const SPACE = {
  title: 'Space',
  text: 'What takes space in the data folder, and what can be removed. Your recordings and the files in output folders are never touched.',
  look: 'Look through the data folder',
  lookAgain: 'Look again',
  looking: 'Looking…',
  used: 'Space used',
  what: 'What',
  files: 'Files',
  size: 'Size',
  total: 'Total',
  free: (size: string) => `${size} free on this disk.`,
  clean: 'What can be removed',
  nothing: 'Nothing can be removed.',
  losses: 'Getting these back may cost money',
  remove: 'Remove…',
  removeSize: (size: string) => `Remove ${size}…`,
  confirmTitle: (size: string) => `Remove ${size}?`,
  confirmText: 'These files are deleted from the data folder:',
  examples: (names: readonly string[], more: number) =>
    more === 0 ? names.join(', ') : `${names.join(', ')} and ${formatCount(more)} more`,
  confirm: 'Remove',
  keep: 'Keep',
  removing: 'Removing…',
  removed: (files: number, size: string) => `Removed ${filesWords(files, size)}.`,
  removedSome: (files: number, size: string, kept: number) =>
    `Removed ${filesWords(files, size)}. ${formatCount(kept)} stayed, because they changed or are in use.`,
} as const;

export const COPIES = {
  title: 'Listening copies',
  text: 'With a copy, you can compare with the original even when its file was moved or its disk is away.',
  keep: 'Keep a listening copy of each original',
  note: 'Made as Opus after each restoration from now on: about 45 MB an hour in mono, 60 MB in stereo. Space above shows what they take, and removes them.',
  off: 'Off',
} as const;

export const BACKUPS = {
  title: 'Backups',
  text: 'Cleartake backs up its history every hour, when it closes, and before an update changes it. Results aren’t in backups.',
  none: 'There are no backups yet.',
  list: 'Backups of the history',
  kinds: {
    hourly: 'Hourly',
    closing: 'At closing',
    migration: 'Before an update',
    replaced: 'Replaced by an earlier backup',
  },
  at: (date: string, time: string) => `${date}, ${time}`,
  contents: (recordings: number, results: number) =>
    `${countOf(recordings, 'recording')}, ${countOf(results, 'result')}`,
  last: (when: string) => `last entry ${when}`,
  unreadable: 'can’t be read',
  check: 'Check',
  checkNamed: (when: string) => `Check the backup of ${when}`,
  goBack: 'Go back…',
  goBackNamed: (when: string) => `Go back to the backup of ${when}`,
  checked: {
    whole: 'Whole: every page and reference is intact.',
    older: (starts: number) =>
      `Whole. ${countOf(starts, 'restoration')} ${starts === 1 ? 'was' : 'were'} started since; after going back, Cleartake looks for ${starts === 1 ? 'it' : 'them'} at the service.`,
    damaged: 'Damaged. Choose another one.',
    newer: 'Made by a newer Cleartake.',
  },
  askTitle: (when: string) => `Go back to ${when}?`,
  ask: [
    'Queue, history, costs and settings become what they were then, the next time Cleartake starts.',
    'What is there now is kept as a backup, so you can come back.',
    'Nothing that was paid since is paid again: Cleartake looks for it at the services before it starts anything.',
  ],
  confirm: 'Go back at the next start',
  keep: 'Stay',
  chosen: (when: string) => `At its next start, Cleartake goes back to the backup of ${when}.`,
  stay: 'Don’t go back',
} as const;

/** What waits for the next start. */
export const RESTART = {
  now: 'Restart now',
  startAgain: 'Cleartake is closing. Start it again to finish.',
  restarting: 'Cleartake is restarting…',
} as const;

/** Of every dialog with long work. */
export const CARE_STEPS = {
  hint: 'A full path. ~ and variables work, too.',
  check: 'Check',
  cancel: 'Cancel',
  later: 'Later',
  free: 'Free there',
  starting: 'Looking through the data folder…',
} as const;

export const FOLDER = {
  title: 'Data folder',
  text: 'Contains the queue, history, results, copies of recordings and the data of the built-in service.',
  copy: 'Copy path',
  copied: 'Copied',
  show: 'Show in folder',
  move: 'Move…',
  moveTitle: 'Move the data folder',
  lead: 'Choose an empty folder, or the name of a new one. Recordings and files in output folders stay where they are.',
  field: 'New data folder',
  choose: 'Choose folder…',
  from: 'From',
  to: 'To',
  size: 'To copy',
  warnings: {
    network: 'This looks like a network disk. Cleartake is slower there, and can’t start while it is away.',
    removable: 'This disk may be removable. Cleartake can’t start while it is away.',
  },
  steps:
    'Cleartake copies everything and compares each file with its original. It moves when you restart it, and the old files stay until you remove them.',
  begin: 'Copy',
  copying: 'Copying the data folder',
  progress: (done: string, of: string) => `${done} of ${of} copied. You can keep working.`,
  ready: 'Everything is copied. Restart Cleartake to continue in the new folder.',
  pending: (folder: string) => `At its next start, Cleartake moves to ${folder}.`,
  stay: 'Don’t move',
  old: (folder: string, size: string) => `${size} are still in the old folder, ${folder}.`,
  remove: 'Remove the old files…',
  removeTitle: (size: string) => `Remove ${size}?`,
  removeText: (folder: string) =>
    `Deletes what Cleartake made in ${folder}. Everything is in the new data folder, and other files there stay.`,
  confirm: 'Remove',
  keep: 'Keep',
  removed: (size: string) => `Removed ${size} from the old folder.`,
} as const;

export const ARCHIVE_WORDS = {
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
