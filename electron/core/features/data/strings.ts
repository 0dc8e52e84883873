/** What the care of the data folder says: space, backups, moves, the export and the import of the whole desk. */

import { type Message, SHARED } from '../../../../shared/domain/error-messages/message.ts';

export const ARCHIVE_REFUSALS = {
  unusableExport: {
    damaged: { what: 'The history in this export is damaged.', safe: SHARED.notChanged, next: 'Export it again.' },
    newer: {
      what: 'A newer Cleartake made this export.',
      safe: SHARED.notChanged,
      next: 'Update Cleartake, then import it again.',
    },
  },
  working: {
    what: 'Recordings are being processed.',
    safe: SHARED.notChanged,
    next: 'Pause the queue or let it finish, then try again.',
  },
  running: {
    what: 'Another export or import is still running.',
    safe: SHARED.notChanged,
    next: 'Let it finish or cancel it.',
  },
  changed: {
    what: 'A file in the data folder changed during the export.',
    safe: 'Nothing was written.',
    next: 'Export again.',
  },
  importWaits: {
    what: 'A desk was imported, and takes the place of this one at the next start.',
    safe: SHARED.notChanged,
    next: 'Restart Cleartake, or take the import back.',
  },
  backupWaits: {
    what: 'A backup takes the place of the history at the next start.',
    safe: SHARED.notChanged,
    next: 'Restart Cleartake, or stay with the present history.',
  },
} as const satisfies Record<string, Message | Record<string, Message>>;

export const ARCHIVE = {
  /** @param day as `2026-11-20`; @param again 2 and up while the name is taken */
  name: (day: string, again: number) => `cleartake-desk-${day}${again === 1 ? '' : ` ${again}`}.tar`,
  exportSpace: (needed: string, free: string): Message => ({
    what: `The export takes ${needed}, and only ${free} are free there.`,
    safe: SHARED.notChanged,
    next: 'Free some space there, or choose another disk.',
  }),
  importSpace: (needed: string, free: string): Message => ({
    what: `The import takes ${needed}, and only ${free} are free on the disk of the data folder.`,
    safe: SHARED.notChanged,
    next: 'Free some space, then try again.',
  }),
} as const;

export const CARE = {
  lookAgain: {
    what: 'This list is out of date.',
    safe: SHARED.notChanged,
    next: 'Look again, then remove.',
  },
  folderInUse: {
    what: 'This data folder is in use already.',
    safe: SHARED.notChanged,
    next: {
      desk: 'Import into an empty one.',
      terminal: 'Choose an empty one with --data-dir: Cleartake can be opened with either.',
    },
  },
  noExport: {
    what: 'This isn’t a whole export of a desk.',
    safe: SHARED.notChanged,
    next: 'Export it again.',
  },
  move: {
    relative: { what: 'This isn’t a full path of a folder.', safe: SHARED.notChanged, next: 'Enter the full path.' },
    same: { what: 'The data folder is there already.', safe: SHARED.notChanged, next: 'Choose another folder.' },
    inside: { what: 'This folder is inside the data folder.', safe: SHARED.notChanged, next: 'Choose one elsewhere.' },
    notEmpty: {
      what: 'This folder isn’t empty, or can’t be read.',
      safe: SHARED.notChanged,
      next: 'Choose an empty folder, or make a new one.',
    },
    link: {
      what: 'The data folder contains a link to another place, which can’t be moved with it.',
      safe: SHARED.notChanged,
      next: 'Replace the link by what it leads to, or move the folder by hand while Cleartake is closed.',
    },
    working: {
      what: 'Recordings are being processed.',
      safe: SHARED.notChanged,
      next: 'Pause the queue or let it finish, then move the data folder.',
    },
    waiting: {
      what: 'The data folder is already about to move.',
      safe: SHARED.notChanged,
      next: 'Restart Cleartake to finish, or take the move back.',
    },
  },
  unusableBackup: {
    damaged: { what: 'This backup is damaged.', safe: SHARED.notChanged, next: 'Choose another one.' },
    newer: {
      what: 'A newer Cleartake made this backup.',
      safe: SHARED.notChanged,
      next: 'Choose another one, or update Cleartake.',
    },
  },
} as const satisfies Record<string, Message | Record<string, Message>>;

export const MOVE = {
  space: (needed: string, free: string): Message => ({
    what: `The data folder takes ${needed}, and only ${free} are free there.`,
    safe: SHARED.notChanged,
    next: 'Free some space there, or choose another disk.',
  }),
  away: (folder: string): Message => ({
    what: `The data folder was moved to ${folder}, and isn’t there now.`,
    safe: SHARED.notChanged,
    next: 'Connect its disk and start Cleartake again, or start it with --data-dir and the path of another data folder.',
  }),
  failed: (folder: string) =>
    `The data folder could not be moved to ${folder}. Everything is where it was, and the log says why. Try again, or choose another folder.`,
} as const;
