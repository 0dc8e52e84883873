/** One rendering of an export: the mix through gain and limiter into a file, with measures. */

import type { LevelPlan, SoundFigures } from '../../../shared/domain/export/level.ts';
import { createDownmix } from '../dsp/downmix.ts';
import { type Block, framesIn } from '../dsp/stage.ts';
import { createResampler } from '../media/resampler.ts';
import { createWriter, type SideStreams } from '../media/writer.ts';
import type { ExportPlan } from './formats.ts';
import { levelStage } from './level.ts';
import { createMeter } from './output-measures.ts';
import { openProgram, type ProgramPlan } from './program.ts';

interface RenderTarget {
  readonly plan: ExportPlan;
  /** Of the output file. */
  readonly path: string;
  readonly sideStreams: SideStreams;
}

/**
 * @param onFrames gets the number of finished frames
 * @returns figures of the encoder's input
 * @throws CleartakeError as openRecording does; outputUnwritable, diskFull
 */
export async function renderMix(
  mixPlan: ProgramPlan,
  level: LevelPlan,
  { path, plan, sideStreams }: RenderTarget,
  onFrames: (frames: number) => void,
): Promise<SoundFigures> {
  const { sampleRate, channels } = mixPlan.shape;
  const { encoding, matrix } = plan;
  const mix = openProgram(mixPlan);
  const stage = levelStage(level, sampleRate, channels);
  const downmix = matrix === null ? null : createDownmix(matrix, sampleRate);
  const resampler =
    encoding.sampleRate === sampleRate ? null : createResampler(encoding.channels, sampleRate, encoding.sampleRate);
  const meter = createMeter(encoding.sampleRate, encoding.channels);
  const writer = createWriter(path, encoding, sideStreams);
  const write = (block: Block) => {
    if (framesIn(block) === 0) return;
    meter.push(block);
    writer.write(block);
  };
  const pass = (block: Block) => {
    if (framesIn(block) === 0) return;
    const placed = downmix === null ? block : downmix(block);
    write(resampler === null ? placed : resampler.push(placed));
  };
  try {
    let position = 0;
    for (let block = await mix.next(); block !== null; block = await mix.next()) {
      pass(stage.push(block));
      position += framesIn(block);
      onFrames(position);
    }
    for (const part of stage.flush()) pass(part);
    if (resampler !== null) write(resampler.flush());
    writer.finish();
    return meter.finish();
  } finally {
    writer.close();
    resampler?.close();
    stage.close();
    mix.close();
  }
}
