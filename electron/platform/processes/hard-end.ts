/** Ends a process whose threads hang in calls of the system: an orderly end would wait for them for ever. */

import { hasHangingCalls } from '../files/trouble/answering.ts';

/** Does nothing where no call hangs. Call it when all else is done. */
export function leaveHangingCalls(): void {
  if (hasHangingCalls()) process.kill(process.pid, 'SIGKILL');
}
