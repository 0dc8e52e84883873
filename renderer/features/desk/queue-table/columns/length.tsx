/** The length of a recording, or that it is still being measured. */

import type { JobView } from '../../../../../shared/contract/views.ts';
import { formatDuration } from '../../../../../shared/domain/units.ts';
import { useSession } from '../../../../state/desk-context.ts';
import { connectionOf } from '../../../../state/session-store.ts';
import { TABLE } from '../../strings.ts';

/** Where it decides the price, a length counts only once it was counted in the file: headers may be wrong. */
export function Length({ job }: { job: JobView }) {
  const isPriced = useSession((session) => {
    const prices = connectionOf(session, job)?.prices ?? {};
    return Object.values(prices).some((price) => price !== 0);
  });
  const { kind } = job.state;
  const isMeasured = job.countedSeconds !== null || !isPriced || (kind !== 'queued' && kind !== 'preparing');
  if (!isMeasured) return <span title={TABLE.measuringWhy}>{TABLE.measuring}</span>;
  return job.durationSeconds === null ? '—' : formatDuration(job.durationSeconds);
}
