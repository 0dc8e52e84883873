/** Handlers of the history group, and the details of one recording. Everything is on this computer. */

import { z } from 'zod';
import type { HistoryDetails } from '../../../../shared/contract/history.ts';
import { OUTPUT_SLOTS } from '../../../../shared/domain/batch/also-output.ts';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import { savedSearch } from '../../../../shared/domain/history/filter-address.ts';
import { hasEnded } from '../../../../shared/domain/job-state.ts';
import type { Files } from '../../../platform/files/files.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Reader } from '../../calls/reader.ts';
import { os } from '../../calls/router.ts';
import { originalOf } from '../../library/originals.ts';
import { writtenPlaces } from '../../library/save-as/records.ts';
import { isThere } from '../../library/sources/relink.ts';
import type { Store } from '../../store/open-store.ts';
import type { GenerationRow, JobRow } from '../../store/schema.ts';
import { ofSlot } from '../../store/tables/results.ts';
import type { HistoryAnswers } from './answers.ts';

export function historyHandlers(
  { clock, files }: { readonly clock: Pick<Clock, 'now'>; readonly files: Pick<Files, 'facts'> },
  store: Store,
  reader: Reader<HistoryAnswers>,
) {
  const group = os.history;
  return {
    search: group.search.handler(({ input, signal }) => reader.ask('search', input, signal)),
    groups: group.groups.handler(({ input, signal }) => reader.ask('groups', input, signal)),
    choices: group.choices.handler(({ signal }) => reader.ask('choices', undefined, signal)),
    ids: group.ids.handler(({ input, signal }) => reader.ask('ids', input, signal)),
    details: group.details.handler(({ input }) => readDetails(files, store, input.jobId)),
    forget: group.forget.handler(({ input }) => {
      const jobIds = store.jobs.many(input.jobIds).flatMap(({ id, state }) => (hasEnded(state) ? id : []));
      store.history.forget(jobIds, clock.now());
      return { jobIds };
    }),
    recall: group.recall.handler(({ input }) => store.history.forget(input.jobIds, null)),
    saved: group.saved.handler(() =>
      z
        .array(savedSearch)
        .catch([])
        .parse(store.settings.get('saved-searches') ?? []),
    ),
    setSaved: group.setSaved.handler(({ input }) => store.settings.set('saved-searches', input)),
  };
}

type StoreParts = Pick<Store, 'events' | 'generations' | 'jobs' | 'ledger' | 'recordings' | 'results'>;

/** @throws CleartakeError notFound */
async function readDetails(files: Pick<Files, 'facts'>, store: StoreParts, jobId: string): Promise<HistoryDetails> {
  const job = store.jobs.find(jobId);
  if (job === undefined) throw new CleartakeError('notFound', { detail: 'job' });
  const generations = store.generations.ofJob(jobId);
  const lines = generations
    .flatMap((generation) => linesOf(store, job, generation))
    .toSorted((one, other) => one.at - other.at);
  const found = filesOf(store, job, generations).map(async (file) => ({
    ...file,
    isThere: await isThere(files, file),
  }));
  const known = await Promise.all(found);
  // Of the files before the present one only those are of use that are still there.
  return { files: known.filter((file) => file.kind !== 'earlier' || file.isThere), lines };
}

/** The quote comes before the first hold, which reserved it. */
function linesOf(
  { ledger }: StoreParts,
  { admittedAt }: JobRow,
  { agreed, id: generationId, model }: GenerationRow,
): HistoryDetails['lines'] {
  return ledger.ofGeneration(generationId).flatMap(({ amount, at, id, kind, seconds }) => {
    const line = { id: String(id), at, kind, model, seconds, amount };
    if (kind !== 'hold') return [line];
    const quotedAt = Math.min(admittedAt ?? at, at);
    return [{ ...line, id: `${id} quote`, kind: 'quote' as const, at: quotedAt, amount: agreed ?? amount }, line];
  });
}

function filesOf(
  { events, recordings, results }: StoreParts,
  { id, recordingId }: JobRow,
  generations: readonly GenerationRow[],
): Omit<HistoryDetails['files'][number], 'isThere'>[] {
  const { path } = originalOf(recordings.get(recordingId));
  const saved = events.ofJob(id);
  return [
    { kind: 'source', model: null, generationId: null, path },
    ...generations.flatMap(({ id: generationId, model }) => {
      const result = results.get(generationId);
      if (result === undefined) return [];
      return [
        { kind: 'result' as const, model, generationId, path: result.path },
        ...OUTPUT_SLOTS.flatMap((slot) => {
          const own = ofSlot(result, slot);
          return writtenPlaces(own, slot, saved).map((place) => {
            const kind = place === own.exportedPath ? ('output' as const) : ('earlier' as const);
            return { kind, model, generationId, slot, path: place };
          });
        }),
      ];
    }),
  ];
}
