/**
 * What an action would pay for although the same content was paid for with the same model before. The person is told before; nothing here
 * holds a start back, so that what runs unattended goes on as it was set up.
 */

import {
  MOST_REPEATS,
  type PaidRepeatsView,
  type PaidRepeatView,
  type RepeatRequest,
} from '../../../../shared/contract/queue/paid-repeats.ts';
import { type MicroUsd, quoteGeneration } from '../../../../shared/domain/money.ts';
import { type Paid, readPaid, repeatOf, toldRepeat } from '../../library/import/paid-before.ts';
import { secondsToBill } from '../money/meter.ts';
import type { QueueContext } from '../parts/queue-context.ts';
import { type Wanted, wantedWork } from './wanted-work.ts';

/** Jobs that are looked up together. */
const JOBS_AT_ONCE = 1000;

type Ports = Pick<QueueContext, 'ports' | 'store'>;

export async function findPaidRepeats(context: Ports, request: RepeatRequest): Promise<PaidRepeatsView> {
  const { store } = context;
  const wanted = await wantedWork(context, request);
  const repeats: PaidRepeatView[] = [];
  let count = 0;
  let amount: MicroUsd | null = 0;
  for (let start = 0; start < wanted.length; start += JOBS_AT_ONCE) {
    const part = wanted.slice(start, start + JOBS_AT_ONCE);
    const hashes = store.paidBefore.hashesOf(part.map(({ jobId }) => jobId));
    const paid = await readPaid(context, [...new Set(hashes.values())]);
    for (const one of part) {
      for (const found of repeatsOf(context, one, hashes.get(one.jobId), paid)) {
        count += 1;
        amount = amount === null || found.amount === null ? null : amount + found.amount;
        if (repeats.length < MOST_REPEATS) repeats.push(found);
      }
    }
    await new Promise(setImmediate);
  }
  return { count, amount, repeats };
}

function repeatsOf(
  { store }: Ports,
  { connectionId, jobId, models, preset }: Wanted,
  contentHash: string | undefined,
  paid: Paid,
): PaidRepeatView[] {
  const connection = store.connections.get(connectionId);
  if (contentHash === undefined || connection === undefined) return [];
  return models.flatMap((model) => {
    const repeat = repeatOf(paid, contentHash, model, connection, preset);
    if (repeat === null) return [];
    const recording = store.recordings.get(store.jobs.get(jobId).recordingId);
    const seconds = secondsToBill(recording);
    const amount = seconds === null ? null : quoteGeneration(seconds, connection.prices[model] ?? null).amount;
    return { jobId, name: recording.name, model, amount, ...toldRepeat(repeat) };
  });
}
