/** When a command is asked to end before its work is done. */

import { systemClock } from '../../platform/time/clock.ts';
import { waitForTermination } from '../common/processes/termination.ts';
import { EXIT } from './exit-status.ts';

const outputGone = Promise.withResolvers<void>();
let endsCleanly = false;

/** A reader that leaves, as `head` does, ends the command as Ctrl-C would. */
export function terminateWithOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', () => {
      if (!endsCleanly) process.exit(EXIT.failed);
      outputGone.resolve();
    });
  }
}

/** Resolves at the first request. A second one, or the death of the npm that started the command, ends it on the spot: all is on record. */
export async function terminationRequested(): Promise<void> {
  endsCleanly = true;
  const leave = () => process.exit(EXIT.failed);
  const ending = waitForTermination({ monotonic: systemClock.monotonic, onInsist: leave }).then((reason) => {
    if (!reason.startsWith('SIG')) leave();
  });
  await Promise.race([ending, outputGone.promise]);
}
