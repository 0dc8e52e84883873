/**
 * A stereo row as two rows, left and right, while it waits for Start, and as one again: it is hidden meanwhile, as removed rows are. A silent
 * side gets no row.
 */

import { CleartakeError } from '../../../../shared/domain/errors.ts';
import type { Side } from '../../../../shared/domain/tracks/made-from.ts';
import { recordSides } from '../../library/import/split-sides.ts';
import { SPLIT } from '../../library/import/strings.ts';
import { originalFile, remake } from '../../library/made-copies.ts';
import { originalOf } from '../../library/originals.ts';
import type { ActionContext } from '../actions.ts';
import { insertBehind, requireWaiting, waitingRowOf } from '../changes/rows-apart.ts';

type SplitContext = Pick<
  ActionContext,
  'discarded' | 'engine' | 'paths' | 'ports' | 'publisher' | 'store' | 'transitions'
>;

/**
 * Calls have to follow one another.
 * @returns the rows of the left and the right, in the place of the row, and the side that is silent, which has none
 * @throws CleartakeError notFound; notPossibleNow once it is started, and for what isn't a stereo recording of its own or is silent throughout
 */
export async function splitChannels(
  context: SplitContext,
  jobId: string,
  signal?: AbortSignal,
): Promise<{ readonly jobIds: readonly string[]; readonly silent: Side | null }> {
  const { engine, paths, ports, publisher, store, transitions } = context;
  const { job, recording } = waitingRowOf(context, jobId);
  requireWaiting(job);
  const { hasVideo, madeFrom, name } = recording;
  const { origin, path } = originalOf(recording);
  const isOne = job.preset.excerpt === undefined && origin !== 'lost';
  if (!isOne || (madeFrom !== null && madeFrom.kind !== 'track')) throw refusal(SPLIT.notOne);
  const { path: present } = await remake({ engine, files: ports.files, store }, recording, signal);
  const { channels } = await engine.request('probe', { path: present }, undefined, signal);
  if (channels !== 2) throw refusal(SPLIT.notStereo(channels));
  const file = await originalFile(ports.files, path);
  const making = { engine, files: ports.files, managed: paths.managed };
  const track = madeFrom?.number ?? null;
  const { made, silent } = await recordSides(making, { file, hasVideo, jobId, name, origin, track }, signal);
  if (made.length === 0) throw refusal(SPLIT.allSilent);
  const now = store.jobs.get(jobId);
  requireWaiting(now);
  if (store.recordings.openAmong(made.map(({ realPath }) => realPath)).length > 0) throw refusal(SPLIT.inQueue);
  const jobIds = store.transaction(() => {
    const added = insertBehind(context, now, recording, made);
    store.jobs.update(jobId, { removedAt: ports.clock.now() });
    return added;
  });
  publisher.removed(jobId);
  for (const id of jobIds) transitions.touch(id);
  return { jobIds, silent: silent[0] ?? null };
}

/**
 * @param jobId of the left or the right
 * @returns the row of both, as it was before
 * @throws CleartakeError notFound; notPossibleNow once one of them is started
 */
export function joinChannels(context: SplitContext, jobId: string): string {
  const { discarded, ports, publisher, store, transitions } = context;
  const { madeFrom } = waitingRowOf(context, jobId).recording;
  const whole = madeFrom?.kind === 'side' ? madeFrom.jobId : undefined;
  if (whole === undefined || store.jobs.find(whole) === undefined) throw new CleartakeError('notPossibleNow');
  const [file] = madeFrom?.files ?? [];
  const ofIt = store.recordings
    .madeOf(file?.realPath ?? '')
    .filter((one) => one.madeFrom?.kind === 'side' && one.madeFrom.jobId === whole);
  const sides = store.jobs.ofRecordings(ofIt.map(({ id }) => id)).filter(({ removedAt }) => removedAt === null);
  if (sides.some(({ admittedAt }) => admittedAt !== null)) throw refusal(SPLIT.started);
  store.transaction(() => {
    for (const { id } of sides) store.jobs.update(id, { removedAt: ports.clock.now() });
    store.jobs.update(whole, { removedAt: null });
  });
  for (const { id } of sides) publisher.removed(id);
  transitions.touch(whole);
  discarded.add(sides);
  return whole;
}

function refusal(what: string): CleartakeError {
  return new CleartakeError('notPossibleNow', { parts: { what } });
}
