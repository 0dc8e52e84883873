/** Counts clicks: jumps too sudden for a voice, far above their surroundings in the fourth difference. */

export interface ClickDetector {
  /** Mono samples. */
  push(samples: Float32Array): void;
  /** Clicks so far. */
  readonly clicks: number;
}

/** Length of a slot in seconds. */
const SLOT_SECONDS = 0.01;
/** Seconds to each side of a slot's loudest change that belong to it rather than to its surroundings. */
const OWN_SECONDS = 0.0005;
/** Amplitude ratio of a click to the rest of its slot: sibilants reach 4, the hardest plosives 15. */
const CREST = 20;
/** Linear; smaller changes are not clicks. */
const LEAST = 0.005;
const QUIET = 1e-5;
const ORDER = 4;

/** @param sampleRate Hz */
export function createClickDetector(sampleRate: number): ClickDetector {
  const changes = new Float32Array(Math.round(SLOT_SECONDS * sampleRate));
  const own = Math.round(OWN_SECONDS * sampleRate);
  const past = new Float32Array(ORDER);
  let filled = 0;
  let clicks = 0;
  return {
    push: (samples) => {
      for (let from = 0; from < samples.length; ) {
        const count = Math.min(samples.length - from, changes.length - filled);
        findChanges(samples, from, count, past, changes, filled);
        from += count;
        filled += count;
        if (filled < changes.length) continue;
        if (hasClick(changes, own)) clicks += 1;
        filled = 0;
      }
    },
    get clicks() {
      return clicks;
    },
  };
}

/** The fourth difference removes slow changes and keeps sudden ones. @param past the samples before, the latest first */
function findChanges(
  samples: Float32Array,
  from: number,
  count: number,
  past: Float32Array,
  changes: Float32Array,
  at: number,
): void {
  let [one, two, three, four] = past as unknown as [number, number, number, number];
  for (let i = 0; i < count; i++) {
    const value = samples[from + i] as number;
    changes[at + i] = Math.abs(value - 4 * one + 6 * two - 4 * three + four);
    four = three;
    three = two;
    two = one;
    one = value;
  }
  past.set([one, two, three, four]);
}

/** @param own samples to each side of the largest change that belong to it */
function hasClick(changes: Float32Array, own: number): boolean {
  let largest = 0;
  let at = 0;
  let energy = 0;
  for (let i = 0; i < changes.length; i++) {
    const change = changes[i] as number;
    energy += change * change;
    if (change > largest) {
      largest = change;
      at = i;
    }
  }
  if (largest < LEAST) return false;
  const from = Math.max(0, at - own);
  const to = Math.min(changes.length, at + own + 1);
  for (let i = from; i < to; i++) energy -= (changes[i] as number) ** 2;
  const around = Math.sqrt(Math.max(0, energy) / (changes.length - (to - from)));
  return largest > CREST * Math.max(around, QUIET);
}
