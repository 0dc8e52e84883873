/** Stage `downloading`: results come to disk as a temporary file, which is checked to its last frame, flushed and then renamed. */

import path from 'node:path';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import { isUnderWay } from '../../../../shared/domain/generation-state.ts';
import type { Files } from '../../../platform/files/files.ts';
import { parseTransferUrl } from '../../api/addresses.ts';
import { findResult, OTHER_TYPE, type ResultAddress, type WantedResult } from '../../api/result-address.ts';
import type { ServiceClient } from '../../api/service-client.ts';
import { downloadFile, type Received } from '../../api/transfers/download-file.ts';
import { partialListPath, removePartialFile } from '../../api/transfers/partial-file.ts';
import { mostBytesOf } from '../../library/result-bounds.ts';
import type { GenerationRow, JobRow } from '../../store/schema.ts';
import { RESULT } from '../../strings.ts';
import type { Books, Calls, Engines, QueueContext } from '../parts/queue-context.ts';
import { NONE_ODD } from '../parts/run-records.ts';
import { countOdd, forgetOdd, MOST_REFUSED_RESULTS } from '../scheduling/odd-answers.ts';
import { checkResult } from './check-result.ts';
import type { NextStep } from './next-step.ts';
import { transferMeter } from './speed-meter.ts';

export type DownloadPorts = Calls & Engines & Pick<QueueContext, 'downloads' | 'runs' | 'settings'>;

/** Downloads every complete generation that is not stored yet. */
export async function download(
  context: DownloadPorts & Pick<QueueContext, 'connections'>,
  job: JobRow,
  signal: AbortSignal,
): Promise<NextStep> {
  const { connections, store } = context;
  const missing = store.generations
    .ofJob(job.id)
    .filter(({ stateKind }) => stateKind === 'complete' || stateKind === 'downloading');
  if (missing.length > 0) {
    const client = await connections.client(job.connectionId);
    // One that can't be had now keeps none of the others away.
    const failure = await downloadEach(missing, signal, (one) => downloadGeneration(context, client, job, one, signal));
    if (failure !== null) throw failure;
  }
  // A generation that turned out not to be complete is followed again.
  const isOpen = store.generations.ofJob(job.id).some(({ state }) => isUnderWay(state));
  return { kind: 'enter', stage: isOpen ? 'generating' : 'exporting' };
}

/** Downloads all that can be had. @returns the first failure, after all were tried; null when there was none */
export async function downloadEach(
  generations: readonly GenerationRow[],
  signal: AbortSignal,
  fetchOne: (generation: GenerationRow) => Promise<void>,
): Promise<unknown> {
  let failure: unknown = null;
  for (const generation of generations) {
    try {
      await fetchOne(generation);
    } catch (thrown) {
      signal.throwIfAborted();
      failure ??= thrown;
    }
  }
  return failure;
}

/**
 * Downloads one complete generation and makes it `stored`. May be repeated after any failure. If the service answers that it is not
 * complete after all (409), polling continues.
 */
export async function downloadGeneration(
  context: DownloadPorts,
  client: ServiceClient,
  job: JobRow,
  generation: GenerationRow,
  signal: AbortSignal,
): Promise<void> {
  const { runs, paths, ports, store, transitions } = context;
  const { remoteId, projectId } = originOf(context, generation);
  if (remoteId === null || projectId === null)
    throw new CleartakeError('unexpected', { detail: 'complete without an id' });
  const { forcedType } = runs.generations.get(generation.id);
  const wanted = { remoteId, projectId, type: forcedType ?? job.preset.downloadType, isForced: forcedType !== null };
  const found = await addressOf(context, client, generation, wanted, signal);
  if (found === null) return;
  ports.pass('download:address-given');
  transitions.generation(generation.id, { kind: 'download' });
  const place = paths.generation(generation.id);
  await ports.files.makeFolder(place.folder);
  // A result on record was checked and found damaged: its file must not be reused.
  const before = store.results.get(generation.id);
  if (before === undefined) await reuseCommitted(ports.files, place);
  const from = { ...wanted, type: found.type, generationId: generation.id, address: found.address };
  const fetch = () => receive(context, client, job, place.temporary, from, signal);
  const received = await context.downloads.with(fetch, signal);
  ports.pass('download:received');
  try {
    const file = { path: place.temporary, sha256: received.sha256 };
    const checked = await checkResult(context, job, generation, file, signal);
    ports.pass('download:checked');
    const target = place.result(checked.extension);
    await ports.files.commit(place.temporary, target);
    ports.pass('download:committed');
    store.progress(() => {
      store.results.put({
        generationId: generation.id,
        path: target,
        bytes: received.bytes,
        storedAt: ports.clock.now(),
        exportedPath: null,
        ...checked,
      });
      transitions.generation(generation.id, { kind: 'stored' });
      noteType(context, generation, wanted.type, found);
    });
    ports.pass('download:recorded');
  } catch (failure) {
    await discardDamaged(context, generation.id, place.temporary, failure);
    throw failure;
  }
  await removePartialFile(ports.files, place.temporary).catch(() => undefined);
  const { path: now } = store.results.get(generation.id) ?? before ?? { path: '' };
  if (before !== undefined && before.path !== now) await ports.files.remove(before.path).catch(() => undefined);
  runs.generations.change(generation.id, { report: null, refusedDownload: null, odd: NONE_ODD, forcedType: null });
}

/** Part of the transaction that stores a result: which type the service gave instead of the wanted one, and why. */
function noteType(
  { ports, store }: Books,
  { id: generationId, jobId }: GenerationRow,
  wanted: string,
  { refusal, type }: ResultAddress,
): void {
  if (refusal === null) return;
  const detail = RESULT.otherType(type, wanted, refusal.parts.reason);
  const states = { from: 'downloading', to: 'stored' };
  store.events.append({ at: ports.clock.now(), jobId, generationId, event: OTHER_TYPE, ...states, detail });
}

/** Keeps the file after a timeout: the next attempt can check it. A damaged file is discarded. */
async function discardDamaged(
  context: Pick<QueueContext, 'ports' | 'runs' | 'settings'>,
  generationId: string,
  temporary: string,
  failure: unknown,
): Promise<void> {
  if (!(failure instanceof CleartakeError) || failure.code !== 'downloadDamaged') return;
  countOdd(context, generationId, 'downloadDamaged');
  await removePartialFile(context.ports.files, temporary);
}

/** The generation that was started: a reused result belongs to an earlier one. */
export function originOf(context: Pick<QueueContext, 'store'>, generation: GenerationRow): GenerationRow {
  const { projectId, reusedFrom } = generation;
  if (projectId !== null || reusedFrom === null) return generation;
  return originOf(context, context.store.generations.get(reusedFrom));
}

/** Downloads the part that is missing. After a failure, what arrived stays for the next attempt. */
async function receive(
  context: Calls & Pick<QueueContext, 'runs' | 'settings'>,
  client: ServiceClient,
  job: JobRow,
  temporary: string,
  from: {
    readonly generationId: string;
    readonly remoteId: string;
    readonly projectId: string;
    readonly address: string;
    readonly type: string;
  },
  signal: AbortSignal,
): Promise<Received> {
  const { http, runs, ports, store, transitions } = context;
  const meter = transferMeter('download', ports.clock.monotonic);
  const url = (address: string) => parseTransferUrl(address, client.baseUrl);
  try {
    return await downloadFile(http, ports.files, {
      url: url(from.address),
      renew: async () => url((await findResult(client, { ...from, isForced: true }, signal)).address),
      path: temporary,
      identity: `${from.remoteId} ${from.type}`,
      mostBytes: mostBytesOf(store.recordings.get(job.recordingId)),
      signal,
      onProgress: (receivedBytes, totalBytes) => {
        runs.jobs.change(job.id, { transfer: meter(receivedBytes, totalBytes) });
        transitions.touch(job.id);
        ports.pass('download:part-written');
      },
      onGained: () => {
        // Bytes that turned out damaged before are no progress.
        const isSound = runs.generations.get(from.generationId).odd.downloadDamaged === undefined;
        if (isSound) store.jobs.update(job.id, { tries: 0 });
      },
    });
  } catch (failure) {
    await discardDamaged(context, from.generationId, temporary, failure);
    throw failure;
  } finally {
    runs.jobs.change(job.id, { transfer: null });
  }
}

/** If an earlier run ended between the rename and its record, the result is complete under its name and need not be downloaded again. */
async function reuseCommitted(
  files: Files,
  place: { readonly folder: string; readonly temporary: string },
): Promise<void> {
  const names = (await files.list(place.folder)).map(({ name }) => name);
  const result = names.find((name) => name.startsWith('result.'));
  const isKnown = names.includes(path.basename(partialListPath(place.temporary)));
  if (result === undefined || !isKnown || names.includes(path.basename(place.temporary))) return;
  await files.commit(path.join(place.folder, result), place.temporary);
}

/** A 404 for something complete: it was charged, so nothing may be uploaded or started again for it. */
function isGone(failure: unknown): boolean {
  return failure instanceof CleartakeError && failure.code === 'projectUnknown';
}

/** Null when the service is not done with it after all. */
async function addressOf(
  context: Books & Pick<QueueContext, 'runs' | 'settings'>,
  client: ServiceClient,
  generation: GenerationRow,
  wanted: WantedResult,
  signal: AbortSignal,
): Promise<ResultAddress | null> {
  try {
    return await findResult(client, wanted, signal);
  } catch (failure) {
    // A failed one is followed again too: its progress says why it failed, and gives back what was held.
    const isEarly =
      failure instanceof CleartakeError && (failure.code === 'notCompleteYet' || failure.code === 'generationFailed');
    if (!isEarly) throw isGone(failure) ? new CleartakeError('generationUnknown', { cause: failure }) : failure;
    if (countOdd(context, generation.id, 'notCompleteYet') >= MOST_REFUSED_RESULTS) {
      // A retry has all of its tries again.
      forgetOdd(context, generation.id, 'notCompleteYet');
      throw new CleartakeError('resultWithheld', { cause: failure, detail: failure.detail ?? failure.code });
    }
    context.transitions.generation(generation.id, { kind: 'reopen' });
    return null;
  }
}
