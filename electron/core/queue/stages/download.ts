/** Results come to disk: a temporary file, checked to its last frame, flushed, then given its name. */

import { CleartakeError } from '../../../../shared/domain/errors.ts';
import { parseTransferUrl } from '../../api/addresses.ts';
import type { ServiceClient } from '../../api/service-client.ts';
import { downloadFile } from '../../api/transfers.ts';
import type { GenerationRow, JobRow } from '../../store/schema.ts';
import { transferMeter } from '../live-progress.ts';
import type { QueueContext } from '../queue-context.ts';

/** A result may differ from its recording by a codec's frame or two at either end, in seconds. */
const LENGTH_TOLERANCE_SECONDS = 0.1;

/** Stage `downloading`: whatever is complete and not here yet. */
export async function download(context: QueueContext, job: JobRow, signal: AbortSignal): Promise<void> {
  const { connections, store, transitions } = context;
  const missing = store.generations
    .ofJob(job.id)
    .filter(({ stateKind }) => stateKind === 'complete' || stateKind === 'downloading');
  if (missing.length > 0) {
    const client = await connections.client(job.connectionId);
    for (const generation of missing) await downloadGeneration(context, client, job, generation, signal);
  }
  transitions.job(job.id, { kind: 'enter', stage: 'exporting' });
}

/** A service that calls a generation complete and gives no result this often is taken at its second word. */
const MOST_REOPENINGS = 20;

/**
 * Brings one complete generation to disk and makes it `stored`. May be repeated after any failure. A service that says after all
 * that it is not complete (409) sends it back to polling.
 */
export async function downloadGeneration(
  context: QueueContext,
  client: ServiceClient,
  job: JobRow,
  generation: GenerationRow,
  signal: AbortSignal,
): Promise<void> {
  const { http, live, paths, ports, store, transitions } = context;
  const { remoteId, projectId } = generation;
  if (remoteId === null || projectId === null)
    throw new CleartakeError('unexpected', { detail: 'complete without an id' });
  const address = await addressOf(context, client, job, generation, { remoteId, projectId }, signal);
  if (address === null) return;
  ports.pass('download:address-given');
  transitions.generation(generation.id, { kind: 'download' });
  const place = paths.generation(generation.id);
  await ports.files.makeFolder(place.folder);
  const meter = transferMeter('download', ports.clock.monotonic);
  try {
    const bytes = await downloadFile(http, ports.files, {
      url: parseTransferUrl(address, client.baseUrl),
      path: place.temporary,
      signal,
      onProgress: (receivedBytes, totalBytes) => {
        live.setTransfer(job.id, meter(receivedBytes, totalBytes));
        transitions.touch(job.id);
        ports.pass('download:part-written');
      },
    });
    ports.pass('download:received');
    const contentHash = await ports.files.hash(place.temporary, signal);
    const checked = await check(context, job, generation, { path: place.temporary, contentHash }, signal);
    ports.pass('download:checked');
    const target = place.result(checked.extension);
    await ports.files.commit(place.temporary, target);
    ports.pass('download:committed');
    store.transaction(() => {
      store.results.put({
        generationId: generation.id,
        path: target,
        bytes,
        contentHash,
        storedAt: ports.clock.now(),
        ...checked,
      });
      transitions.generation(generation.id, { kind: 'stored' });
    });
    ports.pass('download:recorded');
    live.setGeneration(generation.id, null);
    live.setRefusedDownload(generation.id, null);
    live.setOddAnswers(generation.id, 0);
  } catch (failure) {
    await ports.files.remove(place.temporary);
    throw failure;
  } finally {
    live.setTransfer(job.id, null);
  }
}

/** Null when the service is not done with it after all. */
async function addressOf(
  context: QueueContext,
  client: ServiceClient,
  job: JobRow,
  generation: GenerationRow,
  ids: { readonly remoteId: string; readonly projectId: string },
  signal: AbortSignal,
): Promise<string | null> {
  const { live, transitions } = context;
  try {
    return await client.downloadUrl(ids.projectId, ids.remoteId, job.preset.downloadType, signal);
  } catch (failure) {
    const count = live.oddAnswers(generation.id) + 1;
    const isEarly = failure instanceof CleartakeError && failure.code === 'notCompleteYet';
    if (!isEarly || count > MOST_REOPENINGS) throw failure;
    live.setOddAnswers(generation.id, count);
    transitions.generation(generation.id, { kind: 'reopen' });
    return null;
  }
}

interface CheckedResult {
  readonly extension: string;
  readonly frames: number;
  readonly sampleRate: number;
  readonly channels: number;
}

/**
 * Decodes the whole download, which also makes its peaks. A length that does not fit is taken for damage once; when the service gives
 * the very same bytes again, that is its result, and what was paid for is kept.
 * @throws CleartakeError downloadDamaged
 */
async function check(
  context: QueueContext,
  job: JobRow,
  generation: GenerationRow,
  file: { readonly path: string; readonly contentHash: string },
  signal: AbortSignal,
): Promise<CheckedResult> {
  const { engine, live, paths, ports, store } = context;
  const place = paths.generation(generation.id);
  try {
    const info = await engine.request('probe', { path: file.path }, undefined, signal);
    const scan = await engine.request(
      'scan',
      { path: file.path, peaksPath: place.peaks, indexPath: place.index },
      undefined,
      signal,
    );
    const wanted = store.recordings.get(job.recordingId).durationSeconds ?? 0;
    const seconds = scan.frames / scan.sampleRate;
    const fits = Math.abs(seconds - wanted) <= LENGTH_TOLERANCE_SECONDS;
    const detail = `${seconds.toFixed(3)} s of ${wanted.toFixed(3)} s`;
    const isConfirmed = live.refusedDownload(generation.id) === file.contentHash;
    if (scan.truncated || (!fits && !isConfirmed)) {
      live.setRefusedDownload(generation.id, file.contentHash);
      throw new CleartakeError('downloadDamaged', { detail });
    }
    if (!fits) ports.log.warn('A result has another length than its recording', { generation: generation.id, detail });
    return {
      extension: extensionFor(info.codec),
      frames: scan.frames,
      sampleRate: scan.sampleRate,
      channels: scan.channels,
    };
  } catch (failure) {
    if (failure instanceof CleartakeError && failure.code.startsWith('media')) {
      throw new CleartakeError('downloadDamaged', { cause: failure, detail: failure.code });
    }
    throw failure;
  }
}

/** By what the file is, whatever the server called it. */
function extensionFor(codec: string): string {
  if (codec.startsWith('pcm_')) return 'wav';
  const extensions: Readonly<Record<string, string>> = {
    flac: 'flac',
    mp3: 'mp3',
    mp3float: 'mp3',
    aac: 'm4a',
    alac: 'm4a',
    vorbis: 'ogg',
    opus: 'opus',
  };
  return extensions[codec] ?? 'audio';
}
