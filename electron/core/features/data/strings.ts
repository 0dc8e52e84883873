/** What the export and the import of the whole desk say. */

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
