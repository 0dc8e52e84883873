/** A process that does nothing but deliver webhooks from a store, to be killed: `node dispatcher-process.ts OPTIONS`. */

import { randomBytes } from 'node:crypto';
import { silentLog } from '../../../../electron/platform/log.ts';
import { systemClock } from '../../../../electron/platform/time/clock.ts';
import { openSqliteStore } from '../../../../electron/service/store/sqlite/sqlite-store.ts';
import { createDeliveries } from '../../../../electron/service/work/webhooks/deliveries.ts';
import { createSender } from '../../../../electron/service/work/webhooks/sender.ts';
import { createFastClock } from '../../time/fast-clock.ts';

export interface DispatcherProcessOptions {
  readonly file: string;
  readonly migrations: string;
  /** When the fast clock began, in milliseconds since the epoch, and how much faster it goes. */
  readonly epoch: number;
  readonly speed: number;
  readonly certificate: string;
}

const given = process.argv[2];
if (given !== undefined && process.send !== undefined) {
  const options: DispatcherProcessOptions = JSON.parse(given);
  const clock = createFastClock(options.speed, options.epoch);
  const store = openSqliteStore(options.file, options.migrations);
  const send = createSender({
    clock,
    machineClock: systemClock,
    allowPrivateAddresses: true,
    trustedCertificates: options.certificate,
  });
  createDeliveries({
    queue: store.webhooks.queue,
    send,
    clock,
    randomBytes,
    log: silentLog,
    lookEveryMs: 2000,
  }).start();
  process.once('disconnect', () => process.exit(0));
  process.send('delivering');
}
