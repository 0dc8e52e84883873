/** Handler of the listening group that exports a take, a passage of it, or what was removed. */

import type { PartEvent } from '../../../../shared/contract/listening/listening.ts';
import type { TakeView } from '../../../../shared/contract/views.ts';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import { differenceId } from '../../../../shared/domain/listening/difference.ts';
import { PART_EXTENSIONS, type PartRequest } from '../../../../shared/domain/listening/part.ts';
import { stemOf } from '../../../../shared/domain/media-types.ts';
import { passageName } from '../../../../shared/domain/naming/passage-name.ts';
import { safeFileName } from '../../../../shared/domain/naming/safe-name.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { os } from '../../calls/router.ts';
import type { Parts, PartTask } from '../../library/export/parts.ts';
import { problemWithSource, type RenderPorts } from '../../library/export/rendered-export.ts';
import type { LibraryPaths } from '../../library/paths.ts';
import { resultOf } from '../../library/take-ids.ts';
import { RESULT } from '../../strings.ts';
import { takesOf } from './listening.ts';
import { locateTake } from './locate-take.ts';
import { addedTakes } from './other-takes.ts';

/** How often a page hears how far it is. */
const REPORT_MS = 250;

export interface PartPorts extends Pick<RenderPorts, 'files' | 'store'> {
  readonly clock: Clock;
  readonly parts: Parts;
  readonly paths: LibraryPaths;
}

export function partHandlers(ports: PartPorts) {
  const { clock, parts } = ports;
  return {
    part: os.listening.part.handler(async function* ({ input, signal }): AsyncGenerator<PartEvent, void> {
      const task = await taskOf(ports, input);
      const stop = new AbortController();
      const cancel = () => stop.abort(new CleartakeError('cancelled'));
      signal?.addEventListener('abort', cancel, { once: true });
      let fraction = 0;
      const making = parts.make(
        task,
        (done) => {
          fraction = done;
        },
        stop.signal,
      );
      making.catch(() => undefined);
      try {
        while (!stop.signal.aborted) {
          const id = await Promise.race([making, clock.sleep(REPORT_MS)]);
          yield { fraction, made: id === undefined ? null : { id, fileName: task.fileName } };
          if (id !== undefined) return;
        }
      } finally {
        cancel();
      }
    }),
  };
}

/** @throws CleartakeError notFound, notPossibleNow, sourceMissing */
async function taskOf({ files, paths, store }: PartPorts, request: PartRequest): Promise<PartTask> {
  const { format, isRemoved, jobId, passage, take } = request;
  const job = store.jobs.find(jobId);
  if (job === undefined) throw new CleartakeError('notFound', { detail: 'job' });
  const takes = takesOf(store, paths, job);
  const chosen = takes.find(({ id }) => id === take) ?? addedTakes(store, job, [take])[0];
  const generationId = resultOf(take);
  if (chosen === undefined || (isRemoved && generationId === null))
    throw new CleartakeError('notFound', { detail: 'take' });
  const original = takes.find(({ kind }) => kind === 'original');
  const sound = isRemoved ? original : chosen;
  const located = locateTake(store, paths, isRemoved ? differenceId({ original: `original:${jobId}`, take }) : take);
  const input = located?.filePath ?? null;
  const minus = isRemoved ? (located?.minus?.filePath ?? null) : null;
  if (sound === undefined || input === null || (isRemoved && minus === null)) throw new CleartakeError('sourceMissing');
  const recording = store.recordings.get(job.recordingId);
  // Only the recording that was restored is its original.
  const problem = sound === original ? await problemWithSource(files, recording) : null;
  if (problem !== null) throw problem;
  const { fromFrame, frames } = framesOf(sound, passage);
  const fileName = nameOf(recording.name, chosen.label, request);
  return { input, minus, fromFrame, frames, channels: sound.channels, format, fileName };
}

/** Both ends are rounded to the nearest frame. @throws CleartakeError notPossibleNow for a passage without frames */
function framesOf({ frames, sampleRate }: TakeView, passage: PartRequest['passage']) {
  if (passage === null) return { fromFrame: 0, frames };
  const fromFrame = Math.round(passage.startSeconds * sampleRate);
  const toFrame = Math.min(frames, Math.round(passage.endSeconds * sampleRate));
  if (fromFrame >= toFrame) throw new CleartakeError('notPossibleNow');
  return { fromFrame, frames: toFrame - fromFrame };
}

/** `Episode 12 – Service 3.5 – removed – 0m12.4s–0m20.1s.wav` */
function nameOf(recording: string, label: string, { format, isRemoved, passage }: PartRequest): string {
  const place = passage === null ? [] : [passageName(passage.startSeconds, passage.endSeconds)];
  const words = [stemOf(recording), label, ...(isRemoved ? [RESULT.removed] : []), ...place];
  return safeFileName(`${words.join(' – ')}.${PART_EXTENSIONS[format]}`);
}
