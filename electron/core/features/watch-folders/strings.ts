/** What a person reads about watch folders. */

import { type Message, SHARED } from '../../../../shared/domain/error-messages/message.ts';

const WAIT = 'New files wait.';

export const WATCH = {
  presetGone: {
    what: 'The preset of this watch folder was deleted.',
    safe: WAIT,
    next: 'Choose another preset for it in Settings.',
  },
  connectionGone: {
    what: 'The connection of this watch folder was removed.',
    safe: WAIT,
    next: 'Choose another connection for it in Settings.',
  },
  needsCap: {
    what: 'This connection may charge for recordings, and the watch folder has no cap.',
    safe: WAIT,
    next: 'Set a cap for each day in Settings.',
  },
  doubtful: {
    what: 'Your history was restored from a backup, so some of these recordings may have been restored and paid before.',
    safe: WAIT,
    next: {
      desk: 'Check History, then turn this watch folder off and on again.',
      terminal: 'Check `cleartake history`, then run this command with `--history-checked`.',
    },
  },
  unreadable: (folder: string): Message => ({
    what: `Cleartake doesn’t have permission to read ${folder}.`,
    safe: 'The other folders are watched.',
    next: 'Allow access in your file manager; Cleartake looks again every minute.',
  }),
  notMade: (folder: string): Message => ({
    what: `The folder ${folder} can’t be created.`,
    safe: SHARED.notChanged,
    next: 'Create it in your file manager, or choose another one.',
  }),
  notWatching: { what: 'This computer can’t watch folders.', safe: SHARED.notChanged },
  notFound: { what: 'This folder is no longer watched.', safe: SHARED.notChanged },
  tooMany: (most: number): Message => ({
    what: `There are ${most} watch folders already.`,
    safe: SHARED.notChanged,
    next: 'Remove one first, or watch a folder that contains several.',
  }),
  overlaps: (other: string): Message => ({
    what: `${other} is watched already, and one of these folders contains the other.`,
    safe: SHARED.notChanged,
    next: 'Each recording is restored once: watch only one of them.',
  }),
  capNeeded: {
    what: 'This connection may charge for recordings.',
    safe: SHARED.notChanged,
    next: 'Enter what this watch folder may cost in a day.',
  },
} as const satisfies Record<string, Message | ((detail: never) => Message)>;
