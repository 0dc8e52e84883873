/** What an export would mix, asked of the engine before anything is exported. The latest answers are kept. */

import { exportSettingsOf } from '../../../../shared/domain/batch/batch-preset.ts';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import type { ExportChannels } from '../../../../shared/domain/export/settings.ts';
import type { PreviewResult } from '../../../../shared/engine-api/export-messages.ts';
import type { Files } from '../../../platform/files/files.ts';
import type { RecordingRow } from '../../store/schema.ts';
import { hasOtherLength, otherLength } from '../result-bounds.ts';
import { problemWithSource, type RenderPorts } from './rendered-export.ts';

/** A page asks for one with every step of a slider. */
const MOST_KEPT = 200;

export interface Previews {
  /**
   * @throws CleartakeError notFound, resultOfOtherLength where settings of exports don't apply, sourceMissing, resultLost, and as the engine's `preview`
   */
  ask(generationId: string, strength: number, signal?: AbortSignal): Promise<PreviewResult>;
}

/** What an export mixes, and how it is distinguished from other mixes. */
export interface MixedFiles {
  readonly original: string;
  readonly result: string;
  /** Of both contents, the strength and the channels. */
  readonly key: string;
  /** As the recording's exports have them. */
  readonly channels: ExportChannels;
  readonly truePeak: number | undefined;
  readonly levelVoices: boolean | undefined;
  readonly recording: RecordingRow;
}

/** @throws CleartakeError notFound, resultOfOtherLength where settings of exports don't apply, sourceMissing */
export async function mixedFiles(
  { files, store }: Pick<RenderPorts, 'files' | 'store'>,
  generationId: string,
  strength: number,
): Promise<MixedFiles> {
  const generation = store.generations.find(generationId);
  const result = generation === undefined ? undefined : store.results.get(generationId);
  if (generation === undefined || result === undefined) throw new CleartakeError('notFound', { detail: 'result' });
  const { preset, recordingId } = store.jobs.get(generation.jobId);
  const recording = store.recordings.get(recordingId);
  // Such a result is exported as it is.
  if (hasOtherLength(recording, result)) throw otherLength(recording, result);
  const problem = await problemWithSource(files, recording);
  if (problem !== null && strength !== 1) throw problem;
  // As the export does it: all of a result needs no recording.
  const original = problem === null ? recording.path : result.path;
  const { channels = 'source', levelVoices, truePeak } = exportSettingsOf(preset);
  const key = [result.contentHash, original, recording.bytes, recording.modifiedAt, strength, channels].join('\n');
  return { original, result: result.path, key, channels, levelVoices, truePeak, recording };
}

/** @throws CleartakeError resultLost */
export async function requireResult(files: Files, { result }: MixedFiles): Promise<void> {
  const isThere = await files.facts(result).catch(() => null);
  if (isThere === null) throw new CleartakeError('resultLost');
}

export function createPreviews(ports: Pick<RenderPorts, 'engine' | 'files' | 'store'>): Previews {
  const known = new Map<string, PreviewResult>();

  function keep(key: string, answer: PreviewResult): PreviewResult {
    known.set(key, answer);
    for (const oldest of known.keys()) {
      if (known.size <= MOST_KEPT) break;
      known.delete(oldest);
    }
    return answer;
  }

  return {
    async ask(generationId, strength, signal) {
      const mixed = await mixedFiles(ports, generationId, strength);
      const { channels, key, original, result } = mixed;
      const answer = known.get(key);
      if (answer !== undefined) return answer;
      await requireResult(ports.files, mixed);
      return keep(
        key,
        await ports.engine.request('preview', { original, result, strength, channels }, undefined, signal),
      );
    },
  };
}
