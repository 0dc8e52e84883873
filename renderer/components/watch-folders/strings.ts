/** What watch folders do, in words that Settings and the desk share. */

import { countOf } from '../../../shared/domain/units.ts';

export const WATCH_STATUS = {
  off: 'Off',
  offWaiting: (files: number) => `Off: ${countOf(files, 'new file')} ${files === 1 ? 'waits' : 'wait'}`,
  notThere: 'Not there now. Cleartake watches it again once it’s back.',
  waiting: (count: number, reason: string) =>
    `${countOf(count, 'recording')} ${count === 1 ? 'waits' : 'wait'}. ${reason}`,
  copying: (files: number) => `Waits for copying to finish: ${countOf(files, 'file')}`,
  restoring: (count: number) => `Restoring ${countOf(count, 'recording')}`,
  restoredToday: (count: number) => `Watching: ${count} restored today`,
  watching: 'Watching',
  last: {
    restored: (name: string) => `${name} restored`,
    failed: (name: string) => `${name} failed`,
    'done-before': (name: string) => `${name} done before`,
  },
} as const;
