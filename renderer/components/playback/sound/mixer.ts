/** The lockstep mixer: all takes share one timeline, one is audible, and switching is a short linear crossfade. Pure. */

import { createWeights, type TakeMix } from './mix.ts';
import { type ChunkSamples, createSampleStore, type Target } from './sample-store.ts';

/** A third of a second at 48 kHz, within one request to the engine. */
export const CHUNK_FRAMES = 16_384;
/** Chunks kept after playback, so that a small step back needs no fetch. */
const KEEP_BEHIND = 2;

export interface MixerOptions {
  readonly sources: number;
  /** What each take is made of. Default: every source is a take. */
  readonly mixes?: readonly TakeMix[];
  /** Frames of the longest source. */
  readonly lengthFrames: number;
  /** Frames of a crossfade and of every ramp, a few milliseconds. */
  readonly fadeFrames: number;
  readonly chunkFrames?: number;
  /** Chunks kept ahead of the position; more than the feeder sends. */
  readonly keepAhead?: number;
}

/** Frames that are played again and again: `from` follows the one before `to`. */
export interface Loop {
  readonly from: number;
  readonly to: number;
}

export interface MixerState {
  /** The next frame to play, or the target of a pending seek. */
  readonly position: number;
  readonly epoch: number;
  readonly take: number;
  readonly playing: boolean;
  /** Playing, but samples are missing. */
  readonly starved: boolean;
  /** The end was reached. */
  readonly ended: boolean;
}

/** What the mixer will read next. */
export interface Needs {
  readonly frame: number;
  readonly sources: readonly number[];
  readonly loop: Loop | null;
}

export interface Mixer {
  state(): MixerState;
  needs(): Needs;
  play(): void;
  pause(): void;
  /** Seeks to a frame. Chunks of older epochs are refused from now on. */
  seek(frame: number, epoch: number): void;
  select(take: number): void;
  /** Replaces what takes are made of. The audible one moves there as in a switch. */
  setMixes(mixes: readonly TakeMix[]): void;
  /** Null plays on. A loop shorter than two crossfades is none. */
  setLoop(loop: Loop | null): void;
  /** Sources may be added after the first ones. @returns false if the chunk belongs to an older epoch, or to a source that was replaced */
  push(epoch: number, source: number, chunk: number, samples: ChunkSamples): boolean;
  /** Samples that were pushed and aren't needed anymore, since the last call. */
  spent(): ChunkSamples[];
  /** Writes the next frames; both channels have the same length. @returns how many it wrote before it had to stop */
  fill(left: Float32Array, right: Float32Array): number;
}

/**
 * Linear, not equal-power: takes are nearly the same signal, and equal power would add 3 dB halfway. Between takes of weight one, the
 * weights always sum to one, even if a switch interrupts a switch.
 */
export function createMixer(options: MixerOptions): Mixer {
  const { sources, lengthFrames, fadeFrames, chunkFrames = CHUNK_FRAMES, keepAhead = 24 } = options;
  const store = createSampleStore({ sources, lengthFrames, chunkFrames, keepBehind: KEEP_BEHIND, keepAhead });
  let mixes: readonly TakeMix[] =
    options.mixes ?? Array.from({ length: sources }, (_, source) => [{ source, weight: 1, lag: 0 }]);
  const weights = createWeights(mixes[0] ?? []);
  /** The requested take; it fades in as soon as it has samples. */
  let wanted = 0;
  let loop: Loop | null = null;
  /** What the loop becomes once it can change without a step; undefined for no change. */
  let nextLoop: Loop | null | undefined;
  /** False for a loop that was set in its own seam: it is left alone until the next seek. */
  let armed = false;
  let position = 0;
  let seekTo: number | null = null;
  let epoch = 0;
  let playing = false;
  let starved = false;
  let ended = false;
  /** Master gain, ramped on play, pause and seek to avoid clicks. */
  let level = 0;

  /** The loop, unless the position is already past it. */
  function loopAhead(): Loop | null {
    return loop !== null && armed && position < loop.to ? loop : null;
  }

  function changeLoop(): void {
    const turn = loopAhead();
    const inSeam = level > 0 && turn !== null && position > turn.to - fadeFrames;
    if (nextLoop === undefined || inSeam) return;
    loop = nextLoop;
    nextLoop = undefined;
    armed = loop !== null && (level === 0 || position <= loop.to - fadeFrames);
    keepNear();
  }

  /** Frames that every one of these can deliver from a place on, at most `most`. */
  function reachOf(parts: readonly { readonly source: number; readonly lag: number }[], frame: number, most: number) {
    return parts.reduce((least, { source, lag }) => Math.min(least, store.reach(source, frame + lag, least)), most);
  }

  /** The same along the timeline, which turns back at the end of a loop. */
  function reachAhead(parts: readonly { readonly source: number; readonly lag: number }[], most: number): number {
    const turn = loopAhead();
    if (turn === null) return reachOf(parts, position, most);
    const seam = Math.max(0, turn.to - fadeFrames - position);
    const straight = reachOf(parts, position, Math.min(most, turn.to - position));
    if (most <= seam || straight < Math.min(most, turn.to - position)) return straight;
    // The beginning fades in before the end has faded out.
    const back = Math.max(turn.from - fadeFrames, position - (turn.to - turn.from));
    return Math.min(most, seam + reachOf(parts, back, most - seam));
  }

  function keepNear(): void {
    store.keepNear([position, seekTo ?? position, loop?.from ?? position]);
  }

  function startFade(): void {
    const mix = mixes[wanted] ?? [];
    if (weights.goesTo(mix) || reachAhead(mix, fadeFrames + 1) <= fadeFrames) return;
    weights.goTo(mix, level === 0 ? 0 : fadeFrames);
  }

  /** What was fading out may be gone: it isn't waited for. */
  function jumpInSilence(): void {
    const mix = mixes[wanted] ?? [];
    if (weights.left > 0 && reachAhead(mix, fadeFrames + 1) > fadeFrames) weights.goTo(mix, 0);
  }

  /** Mixes a run of frames in which weights and gain change linearly and no seam begins or ends. */
  function mix(into: Target, count: number, levelStep: number): void {
    const turn = loopAhead();
    const seam = turn === null ? -1 : position - (turn.to - fadeFrames);
    for (const voice of weights.voices) {
      const { lag, weight, goal } = voice;
      const step = weights.left === 0 ? 0 : (goal - weight) / weights.left;
      const gain = (index: number) => (weight + step * (index + 1)) * (level + levelStep * (index + 1));
      if (turn === null || seam < 0) {
        store.add(voice, { frame: position + lag, count, gain }, into);
        continue;
      }
      const begun = (index: number) => (seam + index + 1) / fadeFrames;
      const back = position - (turn.to - turn.from);
      store.add(voice, { frame: position + lag, count, gain: (index) => gain(index) * (1 - begun(index)) }, into);
      store.add(voice, { frame: back + lag, count, gain: (index) => gain(index) * begun(index) }, into);
    }
    weights.pass(count);
  }

  function finishSeek(): void {
    if (seekTo === null || level > 0) return;
    position = seekTo;
    seekTo = null;
    ended = position >= lengthFrames;
    armed = true;
    keepNear();
  }

  /** Frames until something about the run changes, at most `most`: the end, a seam, a weight's goal. */
  function runOf(most: number): number {
    const turn = loopAhead();
    let run = Math.min(most, lengthFrames - position);
    if (weights.left > 0) run = Math.min(run, weights.left);
    if (turn === null) return run;
    const seam = turn.to - fadeFrames - position;
    return Math.min(run, seam > 0 ? seam : turn.to - position);
  }

  function move(count: number): void {
    const before = position;
    position += count;
    if (loop !== null && armed && before < loop.to && position >= loop.to) position = loop.from;
    if (Math.floor(position / chunkFrames) !== Math.floor(before / chunkFrames)) keepNear();
  }

  /** @returns frames written; 0 if there is nothing to write yet, -1 if a seek was waiting for silence */
  function fillPart(left: Float32Array, right: Float32Array, at: number): number {
    finishSeek();
    changeLoop();
    if (level === 0 && !playing) return 0;
    if (position >= lengthFrames) {
      playing = false;
      ended = true;
      level = 0;
      return 0;
    }
    startFade();
    const run = runOf(left.length - at);
    const reach = reachAhead(weights.voices, run + fadeFrames);
    const isSafe = reach >= run + fadeFrames;
    const goal = playing && seekTo === null && isSafe ? 1 : 0;
    starved = playing && seekTo === null && (reach === 0 || (level === 0 && !isSafe));
    if (starved || reach === 0) {
      level = 0;
      jumpInSilence();
      return seekTo === null ? 0 : -1;
    }
    const rampLeft = Math.round(Math.abs(goal - level) * fadeFrames);
    const count = Math.min(run, reach, rampLeft > 0 ? rampLeft : run);
    const levelStep = rampLeft === 0 ? 0 : (goal - level) / rampLeft;
    mix({ left, right, at }, count, levelStep);
    level = count >= rampLeft ? goal : level + levelStep * count;
    move(count);
    return count;
  }

  return {
    state: () => ({ position: seekTo ?? position, epoch, take: wanted, playing, starved, ended }),
    needs() {
      const parts = mixes[wanted] ?? [];
      const early = Math.max(0, ...mixes.flat().map(({ lag }) => -lag));
      const next = nextLoop === undefined ? loop : nextLoop;
      const turn = next === null ? null : { from: Math.max(0, next.from - fadeFrames - early), to: next.to };
      return {
        frame: Math.max(0, (seekTo ?? position) - early),
        sources: parts.map(({ source }) => source),
        loop: turn,
      };
    },
    play() {
      playing = true;
    },
    pause() {
      playing = false;
      starved = false;
    },
    seek(frame, newEpoch) {
      epoch = newEpoch;
      seekTo = Math.max(0, Math.min(lengthFrames, Math.round(frame)));
      ended = false;
      finishSeek();
    },
    select(take) {
      if (take >= 0 && take < mixes.length) wanted = take;
    },
    setMixes(next) {
      mixes = next;
      wanted = Math.min(wanted, Math.max(0, next.length - 1));
    },
    setLoop(next) {
      const to = Math.min(next?.to ?? 0, lengthFrames);
      nextLoop = next !== null && to - next.from >= 2 * fadeFrames ? { from: next.from, to } : null;
      changeLoop();
    },
    push(chunkEpoch, source, chunk, samples) {
      return chunkEpoch === epoch && store.put(source, chunk, samples);
    },
    spent: store.spent,
    fill(left, right) {
      left.fill(0);
      right.fill(0);
      let at = 0;
      while (at < left.length) {
        const count = fillPart(left, right, at);
        if (count === 0) break;
        // A seek during missing samples: the output is already silent, so continue at the target.
        if (count > 0) at += count;
      }
      return at;
    },
  };
}
