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
  const slot = Math.round(SLOT_SECONDS * sampleRate);
  const own = Math.round(OWN_SECONDS * sampleRate);
  const changes = new Float32Array(slot);
  const past = new Float32Array(ORDER);
  let held = 0;
  let clicks = 0;

  function look(): void {
    let largest = 0;
    let at = 0;
    let energy = 0;
    for (let i = 0; i < slot; i++) {
      const change = changes[i] as number;
      energy += change * change;
      if (change > largest) {
        largest = change;
        at = i;
      }
    }
    if (largest < LEAST) return;
    const from = Math.max(0, at - own);
    const to = Math.min(slot, at + own + 1);
    for (let i = from; i < to; i++) energy -= (changes[i] as number) ** 2;
    const around = Math.sqrt(Math.max(0, energy) / (slot - (to - from)));
    if (largest > CREST * Math.max(around, QUIET)) clicks += 1;
  }

  return {
    push: (samples) => {
      for (let i = 0; i < samples.length; i++) {
        const value = samples[i] as number;
        // The fourth difference removes slow changes and keeps sudden ones.
        const [one, two, three, four] = past as unknown as [number, number, number, number];
        changes[held] = Math.abs(value - 4 * one + 6 * two - 4 * three + four);
        past[3] = three;
        past[2] = two;
        past[1] = one;
        past[0] = value;
        held += 1;
        if (held < slot) continue;
        look();
        held = 0;
      }
    },
    get clicks() {
      return clicks;
    },
  };
}
