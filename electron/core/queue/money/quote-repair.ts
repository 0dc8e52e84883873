/** What is there of recordings that failed because they end early, and what restoring that costs. */

import type { RepairQuote } from '../../../../shared/contract/queue/queue.ts';
import { spansOf } from '../../../../shared/domain/quality/spans.ts';
import type { JobRow } from '../../store/schema.ts';
import { secondsToBill } from './meter.ts';
import { type QuotePorts, quoteRecordings } from './quote.ts';

/** Whether what is there of its recording can be restored. */
export function isRepairable({ removedAt, state }: Pick<JobRow, 'removedAt' | 'state'>): boolean {
  return removedAt === null && state.kind === 'failed' && state.error.code === 'mediaTruncated';
}

export function quoteRepair(context: QuotePorts, jobIds: readonly string[]): RepairQuote {
  const { store } = context;
  const repairable = store.jobs
    .many(jobIds)
    .filter(isRepairable)
    .map((job) => ({ job, recording: store.recordings.get(job.recordingId) }));
  const recordings = repairable.map(({ job, recording }) => {
    const { contentHash } = recording;
    const hashes = contentHash === null ? [] : [contentHash];
    const earlier = store.earlier.modelsOf(hashes, job.connectionId, job.preset).get(contentHash ?? '');
    return { connectionId: job.connectionId, preset: job.preset, seconds: secondsToBill(recording), earlier };
  });
  const { amount, amountAddedByMinimum, reusable, unmeasured, unmeasuredMayCost } = quoteRecordings(
    context,
    recordings,
  );
  return {
    ...{ amount, amountAddedByMinimum, reusable, unmeasured, unmeasuredMayCost },
    recordings: recordings.length,
    found: repairable.map(({ job, recording }) => ({
      jobId: job.id,
      name: recording.name,
      spans: spansOf(recording),
    })),
  };
}
