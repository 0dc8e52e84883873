/** One output of a restoration: mixed or resampled for its encoder, written to a temporary file and renamed when complete. */

import { rm, stat } from 'node:fs/promises';
import type { MediaInfo, RestoreOutput, WrittenOutput } from '../../../shared/engine-api/messages.ts';
import { commitFile, temporaryPath } from '../../platform/files/atomic-files.ts';
import { withOutputErrors } from '../../platform/files/file-errors.ts';
import { createDownmix } from '../dsp/downmix.ts';
import { linearOf } from '../dsp/loudness/true-peak.ts';
import type { Block } from '../dsp/stage.ts';
import { createResampler } from '../media/resampler.ts';
import { createWriter } from '../media/writer.ts';
import { type OutputPlan, planOutput } from './formats.ts';

export interface Sink {
  write(block: Block): void;
  /** Completes the file and renames it, replacing any existing file. */
  finish(): Promise<WrittenOutput>;
  /** Removes the unfinished file; does nothing after `finish`. */
  discard(): Promise<void>;
}

/** dB below full scale of the largest sample, where all of an output gets quieter: the restoration may enlarge it a little. */
const CLEARANCE = 0.1;

/**
 * @param info of the recording
 * @param largest sample of the recording, linear: what exceeds full scale would be cut off in integers, and all of it gets quieter instead
 * @throws CleartakeError outputUnwritable, diskFull, also from the sink's functions
 */
export function openSink(output: RestoreOutput, info: MediaInfo, largest = 1): Sink {
  return openPlannedSink(output, planOutput(output.format, info), info, largest);
}

/** The same with an encoding of the caller's. @throws as `openSink` */
export function openPlannedSink(output: RestoreOutput, plan: OutputPlan, info: MediaInfo, largest = 1): Sink {
  const temporary = temporaryPath(output.path);
  const { encoding, matrix } = plan;
  const writer = createWriter(temporary, encoding);
  const mix = matrix === null ? null : createDownmix(matrix, info.sampleRate);
  const resampler =
    encoding.sampleRate === info.sampleRate
      ? null
      : createResampler(encoding.channels, info.sampleRate, encoding.sampleRate);
  const isCut = largest > 1 && encoding.samples.startsWith('s');
  const factor = isCut ? linearOf(-CLEARANCE) / largest : 1;
  let finished = false;
  return {
    write: (block) => {
      const fitting = isCut ? block.map((samples) => samples.map((value) => value * factor)) : block;
      const mixed = mix === null ? fitting : mix(fitting);
      writer.write(resampler === null ? mixed : resampler.push(mixed));
    },
    finish: async () => {
      if (resampler !== null) writer.write(resampler.flush());
      writer.finish();
      resampler?.close();
      await withOutputErrors(() => commitFile(temporary, output.path));
      finished = true;
      const { size } = await stat(output.path);
      return { ...output, extension: plan.extension, contentType: plan.contentType, bytes: size };
    },
    discard: async () => {
      if (finished) return;
      writer.close();
      resampler?.close();
      await rm(temporary, { force: true });
    },
  };
}
