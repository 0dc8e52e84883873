/** An export that needs encoding: measured once, rendered, and rendered again while it misses its target. */

import { type LevelTarget, planLevel, type SoundFigures } from '../../../shared/domain/export/level.ts';
import type { Fold } from '../../../shared/domain/quality/channel-notes.ts';
import type { ExportFigures, ExportParams } from '../../../shared/engine-api/export-messages.ts';
import { decibelsOf } from '../dsp/loudness/true-peak.ts';
import type { Block } from '../dsp/stage.ts';
import { framesIn } from '../dsp/stage.ts';
import type { ExportPlan } from './formats.ts';
import { correctedLevel, MOST_RENDERINGS, type Rendered } from './level.ts';
import { createMeter, measureFile } from './output-measures.ts';
import { type Bookends, openProgram, type ProgramPlan } from './program.ts';
import { renderMix } from './render.ts';
import type { SideStreamPlan } from './side-streams.ts';
import type { Shape } from './sound-source.ts';
import { measureVoices } from './voices/measure-voices.ts';
import { withGains } from './voices/voice-gains.ts';

export interface Rendering {
  readonly params: ExportParams;
  readonly plan: ExportPlan;
  readonly shape: Shape;
  /** From findFold. */
  readonly fold: Fold;
  readonly sideStreamPlan: SideStreamPlan;
  /** Null where nothing is put before or after the mix. */
  readonly bookends: Bookends | null;
  /** From findLag. */
  readonly lag: number | null;
  readonly target: LevelTarget | null;
  /** Path of the output file. */
  readonly path: string;
  /** The original's length by its headers. */
  readonly seconds: number | null;
}

/** dB below full scale of the loudest sample, where everything is lowered for it. */
const CLEARANCE = 0.1;

/** Progress after the measuring passes: one, and before it one for voices that are leveled. */
const LISTENING_PART = 0.4;
const VOICES_PART = 0.25;

/** @param onProgress gets the fraction done, 0 to 1 @throws CleartakeError as openRecording does; outputUnwritable, diskFull */
export async function renderWhole(work: Rendering, onProgress: (part: number) => void): Promise<ExportFigures> {
  const { bookends, fold, params, plan, shape, sideStreamPlan, target, path } = work;
  const plain = { ...params, shape, fold, lag: work.lag ?? 0, frames: null };
  const expected = (work.seconds ?? Number.POSITIVE_INFINITY) * shape.sampleRate;
  const spoken =
    params.levelVoices === true
      ? await measureVoices(plain, (heard) => onProgress((heard / expected) * VOICES_PART))
      : null;
  const voices = spoken?.voices ?? null;
  const leveled = voices === null ? null : (block: Block, position: number) => withGains(block, position, voices);
  const mixPlan = { ...plain, leveled, frames: spoken?.frames ?? null };
  const listenedTo = spoken === null ? 0 : VOICES_PART;
  const mix = await measureMix(mixPlan, (heard) =>
    onProgress(listenedTo + (heard / expected) * (LISTENING_PART - listenedTo)),
  );
  const around = bookends === null ? {} : { bookends, loudness: mix.before.loudness };
  const program = { ...mixPlan, frames: mix.frames, ...around };
  // The loudness of all of it is what counts.
  const { before, frames, largest } = bookends === null ? mix : await measureMix(program, () => undefined);
  // What exceeds full scale would be cut off: all of it gets quieter instead.
  const lowered = target === null && largest > 1 && !plan.isFloat;
  const first = lowered ? { gain: -decibelsOf(largest) - CLEARANCE, ceiling: null } : planLevel(before, target);
  const make = async (level: typeof first): Promise<SoundFigures> => {
    const made = await sideStreamPlan.into(path, (sideStreams) =>
      renderMix(program, level, { path, plan, sideStreams }, (done) =>
        onProgress(LISTENING_PART + (done / frames) * (1 - LISTENING_PART)),
      ),
    );
    // A lossy codec changes the peaks.
    return plan.isLossy ? await measureFile(path) : made;
  };
  const made: [Rendered, ...Rendered[]] = [{ plan: first, after: await make(first) }];
  while (target !== null && made.length < MOST_RENDERINGS) {
    const better = correctedLevel(made, target);
    if (better === null) break;
    made.push({ plan: better, after: await make(better) });
  }
  const { plan: level, after } = made.at(-1) as Rendered;
  return {
    before: spoken?.before ?? before,
    after,
    gain: level.gain,
    limited: level.ceiling !== null,
    ...(target === null ? {} : { target: target.loudness }),
    ...(lowered ? { lowered } : {}),
    ...(voices === null ? {} : { voices: { raised: voices.raised, lowered: voices.lowered } }),
    lag: work.lag,
  };
}

/** Measures a mix from beginning to end. @returns its figures, and its largest sample, linear @throws CleartakeError as openRecording does */
export async function measureMix(
  mixPlan: ProgramPlan,
  onFrames: (frames: number) => void,
): Promise<{ readonly before: SoundFigures; readonly frames: number; readonly largest: number }> {
  const { sampleRate, channels } = mixPlan.shape;
  const meter = createMeter(sampleRate, channels);
  const mix = openProgram(mixPlan);
  try {
    let frames = 0;
    for (let block = await mix.next(); block !== null; block = await mix.next()) {
      meter.push(block);
      frames += framesIn(block);
      onFrames(frames);
    }
    return { before: meter.finish(), frames, largest: meter.largest };
  } finally {
    mix.close();
  }
}
