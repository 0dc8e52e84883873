/**
 * Plays faster or slower at the same pitch (WSOLA: Verhelst and Roelands, 1993): pieces of the sound are laid over each other where they
 * match best. At rate 1 it passes samples unchanged. Pure.
 */

/** Length of a step of the output. A piece is two steps long. */
const STEP_SECONDS = 0.02;
/** Farthest that a piece is moved for a better match. */
const SEARCH_SECONDS = 0.012;
/** Frames between those compared in the coarse search. */
const COARSE = 4;

export interface TimeStretch {
  /** 1 is the recording's own speed. */
  setRate(rate: number): void;
  /** Writes the next frames. @returns how many: fewer when the source had no more */
  fill(left: Float32Array, right: Float32Array): number;
  /** Frames that were read from the source and are still to be heard. */
  held(): number;
}

/** @param read writes the source's next frames, as `Mixer.fill`; returns how many */
export function createStretch(
  sampleRate: number,
  read: (left: Float32Array, right: Float32Array) => number,
): TimeStretch {
  const step = Math.round(STEP_SECONDS * sampleRate);
  const search = Math.round(SEARCH_SECONDS * sampleRate);
  const rising = Float32Array.from({ length: step }, (_, i) => 0.5 - 0.5 * Math.cos((Math.PI * (i + 0.5)) / step));
  const input = createSampleQueue();
  const output = createSampleQueue();
  const blocks = new Map<number, readonly [Float32Array, Float32Array]>();
  let rate = 1;
  /** Where the last piece would go on by itself, counted from the start of `input`. */
  let next = 0;
  /** Where the next piece should begin for the speed to be right; may lie between two frames. */
  let aim = 0;

  /** Reads until `count` frames are at hand. @returns whether they are */
  function need(count: number): boolean {
    const missing = count - input.length();
    if (missing <= 0) return true;
    const [left, right] = blockOf(missing);
    const got = read(left, right);
    input.push(left.subarray(0, got), right.subarray(0, got));
    return got === missing;
  }

  function blockOf(length: number): readonly [Float32Array, Float32Array] {
    const known = blocks.get(length);
    if (known !== undefined) return known;
    if (blocks.size > 64) blocks.clear();
    const made = [new Float32Array(length), new Float32Array(length)] as const;
    blocks.set(length, made);
    return made;
  }

  /** How well the piece at `at` continues what was heard. */
  function likeness(at: number, every: number): number {
    const { left, right } = input.view();
    let product = 0;
    let energy = 1e-9;
    for (let i = 0; i < step; i += every) {
      const [one, other] = [left[at + i] as number, right[at + i] as number];
      product += one * (left[next + i] as number) + other * (right[next + i] as number);
      energy += one * one + other * other;
    }
    return product / Math.sqrt(energy);
  }

  function bestNear(middle: number, around: number, every: number): number {
    let best = middle;
    let most = Number.NEGATIVE_INFINITY;
    for (let at = Math.max(0, middle - around); at <= middle + around; at += every) {
      const value = likeness(at, every);
      if (value > most) {
        best = at;
        most = value;
      }
    }
    return best;
  }

  /** Makes one step of output. @returns false when the source has no more */
  function stretchStep(): boolean {
    const middle = Math.round(aim);
    if (!need(Math.max(next + step, middle + search + COARSE + 2 * step))) return false;
    const coarse = bestNear(middle, search, COARSE);
    const at = bestNear(coarse, COARSE, 1);
    const { left, right } = input.view();
    const [outLeft, outRight] = blockOf(step);
    for (let i = 0; i < step; i++) {
      const share = rising[i] as number;
      outLeft[i] = (left[next + i] as number) * (1 - share) + (left[at + i] as number) * share;
      outRight[i] = (right[next + i] as number) * (1 - share) + (right[at + i] as number) * share;
    }
    output.push(outLeft, outRight);
    next = at + step;
    aim += rate * step;
    const past = Math.max(0, Math.min(next, Math.floor(aim) - search - COARSE));
    input.drop(past);
    next -= past;
    aim -= past;
    return true;
  }

  /** Back at its own speed: what was read is heard to its end, then the source directly. */
  function passOn(left: Float32Array, right: Float32Array): number {
    input.drop(next);
    next = 0;
    aim = 0;
    const held = input.take(left, right);
    return held === left.length ? held : held + read(left.subarray(held), right.subarray(held));
  }

  return {
    setRate(wanted) {
      // From here on: what was already placed stays where it is.
      if (rate === 1) aim = next;
      rate = wanted;
    },
    fill(left, right) {
      let done = output.take(left, right);
      while (done < left.length) {
        if (rate === 1 || !stretchStep()) {
          done += passOn(left.subarray(done), right.subarray(done));
          break;
        }
        done += output.take(left.subarray(done), right.subarray(done));
      }
      left.fill(0, done);
      right.fill(0, done);
      return done;
    },
    held: () => Math.max(0, input.length() - next) + Math.round(output.length() * rate),
  };
}

interface SampleQueue {
  length(): number;
  push(left: Float32Array, right: Float32Array): void;
  /** Moves frames from the start into both channels. @returns how many */
  take(left: Float32Array, right: Float32Array): number;
  drop(frames: number): void;
  /** The frames, from the first on; valid until the next change. */
  view(): { readonly left: Float32Array; readonly right: Float32Array };
}

function createSampleQueue(): SampleQueue {
  let left = new Float32Array(8192);
  let right = new Float32Array(8192);
  let start = 0;
  let end = 0;

  function makeRoom(frames: number): void {
    if (end + frames <= left.length) return;
    const size = Math.max(left.length, 2 * (end - start + frames));
    const from = [left, right] as const;
    if (size > left.length) {
      left = new Float32Array(size);
      right = new Float32Array(size);
    }
    left.set(from[0].subarray(start, end));
    right.set(from[1].subarray(start, end));
    end -= start;
    start = 0;
  }

  function drop(frames: number): void {
    start = Math.min(end, start + frames);
  }

  return {
    length: () => end - start,
    push(one, other) {
      makeRoom(one.length);
      left.set(one, end);
      right.set(other, end);
      end += one.length;
    },
    take(one, other) {
      const count = Math.min(one.length, end - start);
      one.set(left.subarray(start, start + count));
      other.set(right.subarray(start, start + count));
      drop(count);
      return count;
    },
    drop,
    view: () => ({ left: left.subarray(start, end), right: right.subarray(start, end) }),
  };
}
