/** What is put before and after a recording: intro and outro, as loud as the recording, each cross-faded into it. */

import { partUnusable } from '../../../shared/domain/error-messages/places.ts';
import { ERROR_MESSAGES } from '../../../shared/domain/error-messages/table.ts';
import { CleartakeError } from '../../../shared/domain/errors.ts';
import { type ExportSettings, USUAL_CROSS_FADE } from '../../../shared/domain/export/settings.ts';
import { linearOf } from '../dsp/loudness/true-peak.ts';
import { createSampleQueue } from '../dsp/sample-queue.ts';
import { type Block, framesIn } from '../dsp/stage.ts';
import { type Mix, type MixPlan, openMix } from './mix.ts';
import { createMeter } from './output-measures.ts';
import { openSource, type Shape } from './sound-source.ts';

/** Intro or outro, in the shape of the recording. */
interface Bookend {
  readonly path: string;
  readonly frames: number;
  /** LUFS; null for silence, and for what is too short to measure. */
  readonly loudness: number | null;
}

export interface Bookends {
  readonly intro: Bookend | null;
  readonly outro: Bookend | null;
  /** Frames that are wanted; there are fewer where one of the sounds is short. */
  readonly fade: number;
}

export interface ProgramPlan extends MixPlan {
  readonly bookends?: Bookends | undefined;
  /** LUFS of the mix, which intro and outro are brought to; null leaves their level. */
  readonly loudness?: number | null;
}

/** dB: what is nearly silent stays quiet. */
const MOST_RAISED = 20;
const BLOCK_FRAMES = 16_384;

type Asked = Pick<ExportSettings, 'crossFade' | 'intro' | 'outro'>;

/** Null where nothing is asked for. @throws CleartakeError bookendUnusable when a file is gone, or has no sound */
export async function measureBookends(
  { crossFade = USUAL_CROSS_FADE, intro, outro }: Asked,
  shape: Shape,
): Promise<Bookends | null> {
  if (intro === undefined && outro === undefined) return null;
  return {
    intro: intro === undefined ? null : await measure(intro, shape, 'intro'),
    outro: outro === undefined ? null : await measure(outro, shape, 'outro'),
    fade: Math.round(crossFade * shape.sampleRate),
  };
}

async function measure(file: string, shape: Shape, which: 'intro' | 'outro'): Promise<Bookend> {
  try {
    const source = openSource(file, shape);
    try {
      const meter = createMeter(shape.sampleRate, shape.channels);
      let frames = 0;
      for (;;) {
        const block = await source.take(BLOCK_FRAMES);
        if (framesIn(block) === 0) break;
        meter.push(block);
        frames += framesIn(block);
      }
      return { path: file, frames, loudness: meter.finish().loudness };
    } finally {
      source.close();
    }
  } catch (failure) {
    if (!(failure instanceof CleartakeError)) throw failure;
    const { code, message } = failure;
    const problem = code === 'sourceMissing' ? 'missing' : code === 'sourceUnreadable' ? 'unreadable' : 'other';
    const parts = { ...ERROR_MESSAGES.bookendUnusable.message, ...partUnusable(which, problem, file) };
    throw new CleartakeError('bookendUnusable', { cause: failure, detail: message, parts });
  }
}

/** Frames of the cross-fade between two sounds: at most half of each, so that two fades never meet. */
export function fadeBetween(wanted: number, one: number, other: number): number {
  return Math.min(wanted, Math.floor(one / 2), Math.floor(other / 2));
}

/** The mix, with what is put before and after it. @throws CleartakeError as openRecording does */
export function openProgram(plan: ProgramPlan): Mix {
  const { bookends, frames, loudness = null } = plan;
  if (bookends === undefined || frames === null) return openMix(plan);
  const around = (end: Bookend | null) => (end === null ? [] : [bookendPart(end, plan.shape, loudness)]);
  const parts = [...around(bookends.intro), mixPart(plan, frames), ...around(bookends.outro)];
  const blocks = joined(parts, bookends.fade);
  return {
    next: async () => (await blocks.next()).value ?? null,
    close: () => {
      for (const part of parts) part.close();
    },
  };
}

interface Part {
  readonly frames: number;
  /** Fewer at the end. */
  take(count: number): Promise<Block>;
  close(): void;
}

function bookendPart({ frames, loudness, path: file }: Bookend, shape: Shape, wanted: number | null): Part {
  const source = openSource(file, shape);
  const gain = wanted === null || loudness === null ? 0 : Math.min(MOST_RAISED, wanted - loudness);
  const factor = linearOf(gain);
  return {
    frames,
    take: async (count) => (await source.take(count)).map((samples) => samples.map((value) => value * factor)),
    close: source.close,
  };
}

/** The mix gives blocks of its own size. */
function mixPart(plan: MixPlan, frames: number): Part {
  const mix = openMix(plan);
  const queues = Array.from({ length: plan.shape.channels }, () => createSampleQueue());
  return {
    frames,
    take: async (count) => {
      while ((queues[0]?.length ?? 0) < count) {
        const block = await mix.next();
        if (block === null) break;
        for (const [channel, samples] of block.entries()) queues[channel]?.push(samples);
      }
      return queues.map((queue) => queue.take(count));
    },
    close: mix.close,
  };
}

async function* joined(parts: readonly Part[], wanted: number): AsyncGenerator<Block, undefined> {
  let faded = 0;
  for (const [index, part] of parts.entries()) {
    const next = parts[index + 1];
    const fade = next === undefined ? 0 : fadeBetween(wanted, part.frames, next.frames);
    for (let left = part.frames - faded - fade; left > 0; ) {
      const block = await part.take(Math.min(left, BLOCK_FRAMES));
      if (framesIn(block) === 0) break;
      left -= framesIn(block);
      yield block;
    }
    for (let at = 0; next !== undefined && at < fade; ) {
      const count = Math.min(fade - at, BLOCK_FRAMES);
      const [out, into] = [await part.take(count), await next.take(count)];
      if (framesIn(out) === 0 && framesIn(into) === 0) break;
      yield crossFaded(out, into, { at, fade, count });
      at += count;
    }
    faded = fade;
  }
  return undefined;
}

interface FadePlace {
  readonly at: number;
  readonly fade: number;
  readonly count: number;
}

/** With equal power: two sounds that have nothing in common stay as loud together. */
function crossFaded(out: Block, into: Block, { at, count, fade }: FadePlace): Block {
  return out.map((samples, channel) => {
    const faded = new Float32Array(count);
    for (let i = 0; i < count; i++) {
      const angle = ((at + i + 0.5) / fade) * (Math.PI / 2);
      faded[i] = (samples[i] ?? 0) * Math.cos(angle) + (into[channel]?.[i] ?? 0) * Math.sin(angle);
    }
    return faded;
  });
}
