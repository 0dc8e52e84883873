/** Whether a download is the whole result: it decodes to its end and has the recording's length. */

import { CleartakeError } from '../../../../shared/domain/errors.ts';
import type { Measures } from '../../../../shared/domain/quality/measures.ts';
import { hasSameLength } from '../../library/result-bounds.ts';
import type { GenerationRow, JobRow } from '../../store/schema.ts';
import type { Engines, QueueContext } from '../parts/queue-context.ts';

export interface CheckedResult {
  /** Hexadecimal SHA-256. */
  readonly contentHash: string;
  readonly extension: string;
  readonly frames: number;
  readonly sampleRate: number;
  readonly channels: number;
  readonly measures: Measures;
}

/**
 * Decodes the whole download, which also makes its peaks. A wrong length counts as damage the first time. If the service sends the same
 * bytes again, the result is kept: it was paid for.
 * @throws CleartakeError downloadDamaged
 */
export async function checkResult(
  context: Engines & Pick<QueueContext, 'runs'>,
  job: JobRow,
  generation: GenerationRow,
  file: { readonly path: string; readonly sha256: string | null },
  signal: AbortSignal,
): Promise<CheckedResult> {
  const { engine, runs, paths, ports, store } = context;
  const place = paths.generation(generation.id);
  try {
    const scan = await engine.request(
      'scan',
      { path: file.path, peaksPath: place.peaks, indexPath: place.index },
      undefined,
      signal,
    );
    const { contentHash } = scan;
    if (file.sha256 !== null && file.sha256 !== contentHash) {
      throw new CleartakeError('downloadDamaged', { detail: 'it does not have the digest that the service gave' });
    }
    const recording = store.recordings.get(job.recordingId);
    const fits = hasSameLength(recording, scan);
    const detail = `${(scan.frames / scan.sampleRate).toFixed(3)} s of ${recording.durationSeconds?.toFixed(3)} s`;
    const isConfirmed = runs.generations.get(generation.id).refusedDownload === contentHash;
    if (scan.truncated || scan.measures.isDamaged === true || (!fits && !isConfirmed)) {
      runs.generations.change(generation.id, { refusedDownload: contentHash });
      throw new CleartakeError('downloadDamaged', { detail });
    }
    if (!fits) ports.log.warn('A result has another length than its recording', { generation: generation.id, detail });
    return {
      contentHash,
      extension: extensionFor(scan.codec),
      frames: scan.frames,
      sampleRate: scan.sampleRate,
      channels: scan.channels,
      measures: scan.measures,
    };
  } catch (failure) {
    if (failure instanceof CleartakeError && failure.code.startsWith('media')) {
      throw new CleartakeError('downloadDamaged', { cause: failure, detail: failure.code });
    }
    throw failure;
  }
}

/** By the codec, whatever the server called the file. */
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
