/** Ends a command early: by a signal, or because nobody reads its output any more. */

import { systemClock } from '../../platform/time/clock.ts';
import { waitForTermination } from '../common/processes/termination.ts';
import { EXIT } from './exit-status.ts';
import { onReaderGone } from './output/printer.ts';

const outputGone = Promise.withResolvers<void>();
let endsCleanly = false;

/** A reader that closes the pipe, as `head` does, ends the command like Ctrl-C. */
export function terminateWithOutput(): void {
  onReaderGone(() => {
    if (!endsCleanly) process.exit(EXIT.failed);
    outputGone.resolve();
  });
}

/** Resolves at the first request. A second one, or the end of the npm that started the command, exits at once: everything is stored. */
export async function terminationRequested(): Promise<void> {
  endsCleanly = true;
  const leave = () => process.exit(EXIT.failed);
  const terminated = waitForTermination({ monotonic: systemClock.monotonic, onInsist: leave }).then((reason) => {
    if (!reason.startsWith('SIG')) leave();
  });
  await Promise.race([terminated, outputGone.promise]);
}
