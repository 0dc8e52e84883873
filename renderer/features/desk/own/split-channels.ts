/** A stereo recording that waits for Start as two, left and right, and as one again. */

import type { JobView } from '../../../../shared/contract/views.ts';
import type { Side } from '../../../../shared/domain/tracks/made-from.ts';
import { offerUndo } from '../../../components/messages/notices.tsx';
import { shownName } from '../../../components/text/format.ts';
import type { PageDesk } from '../../../state/desk.ts';
import { isStartable } from '../../../state/job-group.ts';
import { CHANNEL_ROWS } from './strings.ts';
import { quoteAgain } from './waiting-rows.ts';

/** Whether it is stereo, and a recording of its own. */
export function isSplittable(job: JobView): boolean {
  const isOne = job.side === null && job.joined.length === 0 && job.excerpt === null;
  return isStartable(job) && job.channels === 2 && isOne;
}

/** Whether it is one side of a recording that can come back. */
export function isOneOfTwo(job: JobView): boolean {
  return isStartable(job) && job.side?.isRevertible === true;
}

/** One after the other. Those before one that is refused stay split, and can be taken back. */
export async function splitRows(desk: PageDesk, jobs: readonly JobView[]): Promise<void> {
  const firsts: string[] = [];
  const silent: SilentSide[] = [];
  try {
    for (const { id, name } of jobs) {
      const split = await desk.client.queue.splitChannels({ jobId: id });
      firsts.push(...split.jobIds.slice(0, 1));
      if (split.silent !== null) silent.push({ name: shownName(name), side: split.silent });
    }
  } finally {
    if (firsts.length > 0) {
      quoteAgain(desk);
      offerUndo(splitWords(firsts.length, shownName(jobs[0]?.name ?? ''), silent), () => joinRows(desk, firsts));
    }
  }
}

interface SilentSide {
  readonly name: string;
  readonly side: Side;
}

function splitWords(count: number, name: string, silent: readonly SilentSide[]): string {
  const [first] = silent;
  if (first === undefined) return CHANNEL_ROWS.done(count, name);
  if (count === 1) return CHANNEL_ROWS.doneOne(first.name, first.side);
  return `${CHANNEL_ROWS.done(count, name)} ${CHANNEL_ROWS.silent(silent.map((one) => one.name))}`;
}

/** @param jobIds of one side each */
export async function joinRows(desk: PageDesk, jobIds: readonly string[]): Promise<void> {
  for (const jobId of jobIds) await desk.client.queue.joinChannels({ jobId });
  quoteAgain(desk);
}

/** Both sides of a recording may be among the rows: it comes back once. */
export function oneSideEach(jobs: readonly JobView[]): string[] {
  const first = new Map(jobs.map(({ batchId, folder, id, side }) => [`${batchId}\n${folder}\n${side?.of}`, id]));
  return [...first.values()];
}
