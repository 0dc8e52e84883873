/** Turns of the event loop within long passes: here a process hears from its parent, and here its work stands still while it is suspended. */

import { setImmediate as nextTurnOfLoop } from 'node:timers/promises';

let resumed: PromiseWithResolvers<void> | null = null;

/** Suspends all passes of this process at their next turn, or lets them go on. Nothing about their results changes. */
export function suspendPasses(suspended: boolean): void {
  if (suspended) {
    resumed ??= Promise.withResolvers();
    return;
  }
  resumed?.resolve();
  resumed = null;
}

/** Lets the event loop turn. While the process is suspended, it resolves once that is over. */
export async function nextTurn(): Promise<void> {
  await nextTurnOfLoop();
  while (resumed !== null) await resumed.promise;
}
