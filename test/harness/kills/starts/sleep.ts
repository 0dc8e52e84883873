/** Stops a desk in the middle of a start, as a computer that is put to sleep does, and lets it go on later. */

import { once } from 'node:events';
import path from 'node:path';
import { openDatabase } from '../../../../electron/platform/sqlite.ts';
import { systemClock } from '../../../../electron/platform/time/clock.ts';
import { startBillingService } from './billing-service.ts';
import { compareBooks, type Verdict } from './books.ts';
import { prepareWork, startWorker, type Times } from './work.ts';

export interface SleepFigures extends Verdict {
  /** Starts whose fate was not known after the sleep. */
  readonly unclear: number;
}

/** One job, whose connection is gone when its desk wakes up. @param worker the worker as one file */
export async function sleepInStart(
  folder: string,
  worker: string,
  sleepMs: number,
  times: Times,
): Promise<SleepFigures> {
  let sleep: () => void = () => undefined;
  const service = await startBillingService(({ nth }) => {
    sleep();
    return nth === 1 ? { kind: 'drop-after' } : null;
  });
  try {
    const { add, dataDirectory, options } = prepareWork(folder, service.baseUrl, 1, times);
    await once(startWorker(worker, { ...options, add }), 'close');
    const child = startWorker(worker, options);
    sleep = () => {
      sleep = () => undefined;
      child.kill('SIGSTOP');
      void systemClock.sleep(sleepMs).then(() => child.kill('SIGCONT'));
    };
    child.stdout?.resume();
    child.stderr?.resume();
    await once(child, 'close');
    const { raw, close } = openDatabase({
      path: path.join(dataDirectory, 'cleartake.sqlite'),
      schema: {},
      readonly: true,
    });
    const unclear = raw.prepare("SELECT count(*) FROM event WHERE event = 'answered' AND detail LIKE 'unknown%'");
    const figures = { ...compareBooks(service, dataDirectory), unclear: Number(unclear.pluck().get()) };
    close();
    return figures;
  } finally {
    await service.close();
  }
}
