/** The lockstep mixer: all takes share one timeline, one is audible, and switching is a short linear crossfade. Pure. */

/** A third of a second at 48 kHz, within one request to the engine. */
export const CHUNK_FRAMES = 16_384;
/** Chunks kept after playback, so that a small step back needs no fetch. */
const KEEP_BEHIND = 2;

export interface MixerOptions {
  readonly takes: number;
  /** Frames of the longest take. */
  readonly lengthFrames: number;
  /** Frames of a crossfade and of every ramp, a few milliseconds. */
  readonly fadeFrames: number;
  readonly chunkFrames?: number;
  /** Chunks kept ahead of the position; more than the feeder sends. */
  readonly keepAhead?: number;
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

export interface Mixer {
  state(): MixerState;
  play(): void;
  pause(): void;
  /** Seeks to a frame. Chunks of older epochs are refused from now on. */
  seek(frame: number, epoch: number): void;
  select(take: number): void;
  /** @returns false if the chunk belongs to an older epoch or to no take */
  push(epoch: number, take: number, chunk: number, samples: Float32Array): boolean;
  /** Writes the next frames; both channels have the same length. */
  fill(left: Float32Array, right: Float32Array): void;
}

/**
 * Linear, not equal-power: takes are nearly the same signal, and equal power would add 3 dB halfway. Weights always sum to
 * one, even if a switch interrupts a switch.
 */
export function createMixer(options: MixerOptions): Mixer {
  const { takes, lengthFrames, fadeFrames, chunkFrames = CHUNK_FRAMES, keepAhead = 24 } = options;
  const chunks = Array.from({ length: takes }, () => new Map<number, Float32Array>());
  const weights = new Float64Array(takes);
  const goals = new Float64Array(takes);
  weights[0] = 1;
  goals[0] = 1;
  let fadeLeft = 0;
  /** The requested take; it fades in as soon as it has samples. */
  let wanted = 0;
  let position = 0;
  let seekTo: number | null = null;
  let epoch = 0;
  let playing = false;
  let starved = false;
  let ended = false;
  /** Master gain, ramped on play, pause and seek to avoid clicks. */
  let level = 0;

  function chunkOf(frame: number): number {
    return Math.floor(frame / chunkFrames);
  }

  function lacks(take: number, chunk: number): boolean {
    return chunk * chunkFrames < lengthFrames && chunks[take]?.has(chunk) !== true;
  }

  function isHeard(take: number): boolean {
    return (weights[take] ?? 0) > 0 || (goals[take] ?? 0) > 0;
  }

  function someHeardLacks(chunk: number): boolean {
    for (let take = 0; take < takes; take++) if (isHeard(take) && lacks(take, chunk)) return true;
    return false;
  }

  /** Whether a fade to silence fits before the next missing chunk. */
  function isSafe(ahead: number): boolean {
    const next = chunkOf(position) + 1;
    return position + ahead + fadeFrames <= next * chunkFrames || !someHeardLacks(next);
  }

  function evict(): void {
    const here = chunkOf(position);
    const there = seekTo === null ? here : chunkOf(seekTo);
    for (const store of chunks) {
      for (const chunk of store.keys()) {
        const near = (at: number): boolean => chunk >= at - KEEP_BEHIND && chunk <= at + keepAhead;
        if (!near(here) && !near(there)) store.delete(chunk);
      }
    }
  }

  function startFade(): void {
    if (
      (goals[wanted] ?? 0) === 1 ||
      lacks(wanted, chunkOf(position)) ||
      lacks(wanted, chunkOf(position + fadeFrames))
    ) {
      return;
    }
    goals.fill(0);
    goals[wanted] = 1;
    fadeLeft = level === 0 ? 0 : fadeFrames;
    if (fadeLeft === 0) weights.set(goals);
  }

  /** Mixes a run of frames in which weights and gain change linearly and no chunk ends. */
  function mix(left: Float32Array, right: Float32Array, at: number, count: number, levelStep: number): void {
    const chunk = chunkOf(position);
    const offset = position - chunk * chunkFrames;
    for (let take = 0; take < takes; take++) {
      const samples = chunks[take]?.get(chunk);
      if (samples === undefined || !isHeard(take)) continue;
      const weight = weights[take] ?? 0;
      const weightStep = fadeLeft === 0 ? 0 : ((goals[take] ?? 0) - weight) / fadeLeft;
      for (let index = 0; index < count; index++) {
        const gain = (weight + weightStep * (index + 1)) * (level + levelStep * (index + 1));
        const from = (offset + index) * 2;
        left[at + index] = (left[at + index] ?? 0) + gain * (samples[from] ?? 0);
        right[at + index] = (right[at + index] ?? 0) + gain * (samples[from + 1] ?? 0);
      }
      weights[take] = weight + weightStep * count;
    }
    if (fadeLeft > 0) {
      fadeLeft -= count;
      if (fadeLeft === 0) weights.set(goals);
    }
  }

  function finishSeek(): void {
    if (seekTo === null || level > 0) return;
    position = seekTo;
    seekTo = null;
    ended = position >= lengthFrames;
    evict();
  }

  /** @returns frames written; 0 if there is nothing to write yet */
  function fillPart(left: Float32Array, right: Float32Array, at: number): number {
    finishSeek();
    if (level === 0 && !playing) return 0;
    if (position >= lengthFrames) {
      playing = false;
      ended = true;
      level = 0;
      return 0;
    }
    startFade();
    const chunk = chunkOf(position);
    const most = Math.min(left.length - at, (chunk + 1) * chunkFrames - position, lengthFrames - position);
    const safe = isSafe(most);
    const goal = playing && seekTo === null && safe ? 1 : 0;
    starved = playing && seekTo === null && (someHeardLacks(chunk) || (level === 0 && !safe));
    if (starved || someHeardLacks(chunk)) {
      level = 0;
      return seekTo === null ? 0 : -1;
    }
    const rampLeft = Math.round(Math.abs(goal - level) * fadeFrames);
    let count = most;
    if (fadeLeft > 0) count = Math.min(count, fadeLeft);
    if (rampLeft > 0) count = Math.min(count, rampLeft);
    const levelStep = rampLeft === 0 ? 0 : (goal - level) / rampLeft;
    mix(left, right, at, count, levelStep);
    level = count >= rampLeft ? goal : level + levelStep * count;
    position += count;
    if (chunkOf(position) !== chunk) evict();
    return count;
  }

  return {
    state: () => ({ position: seekTo ?? position, epoch, take: wanted, playing, starved, ended }),
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
      if (take >= 0 && take < takes) wanted = take;
    },
    push(chunkEpoch, take, chunk, samples) {
      if (chunkEpoch !== epoch) return false;
      chunks[take]?.set(chunk, samples);
      return take >= 0 && take < takes;
    },
    fill(left, right) {
      left.fill(0);
      right.fill(0);
      for (let at = 0; at < left.length; ) {
        const count = fillPart(left, right, at);
        if (count === 0) return;
        // A seek during missing samples: the output is already silent, so continue at the target.
        if (count > 0) at += count;
      }
    },
  };
}
