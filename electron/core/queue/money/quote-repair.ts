/** What is there of recordings that failed because they end early or are damaged, and what restoring that costs. */

import type { RepairQuote } from '../../../../shared/contract/queue/queue.ts';
import { spansOf } from '../../../../shared/domain/quality/spans.ts';
import type { JobRow, RecordingRow } from '../../store/schema.ts';
import { secondsToBill } from './meter.ts';
import { type QuotePorts, quoteRecordings } from './quote.ts';

/** Whether what is there of its recording can be restored. */
export function isRepairable(
  { removedAt, state }: Pick<JobRow, 'removedAt' | 'state'>,
  { measures }: Pick<RecordingRow, 'measures'>,
): boolean {
  if (removedAt !== null || state.kind !== 'failed') return false;
  const { code } = state.error;
  return code === 'mediaTruncated' || (code === 'mediaDamaged' && measures?.isDamaged === true);
}

export function quoteRepair(context: QuotePorts, jobIds: readonly string[]): RepairQuote {
  const { store } = context;
  const repairable = store.jobs
    .many(jobIds)
    .map((job) => ({ job, recording: store.recordings.get(job.recordingId) }))
    .filter(({ job, recording }) => isRepairable(job, recording));
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
