/** When a command is asked to end before its work is done. */

import { systemClock } from '../../platform/clock.ts';
import { waitForEnding } from '../common/ending.ts';
import { EXIT } from './exit-status.ts';

/** Resolves at the first request. A second one, or the death of the npm that started the command, ends it on the spot: all is on record. */
export async function askedToEnd(): Promise<void> {
  const leave = () => process.exit(EXIT.failed);
  const reason = await waitForEnding({ monotonic: systemClock.monotonic, onInsist: leave });
  if (!reason.startsWith('SIG')) leave();
}
