/** Finds two voices in one stereo recording, one a side: what neither side has of the other one, and takes turns with it. */

import { createLikenessMeter, ONE_SCENE } from '../dsp/likeness.ts';
import { createNumberList } from '../dsp/number-list.ts';
import type { SampleStage, StagedBlock } from './sample-stage.ts';

export interface TwoVoicesMeasure {
  add(block: StagedBlock): void;
  finish(): boolean;
  close(): void;
}

/** Moments in which only one side is heard: this part of all, on each side. Instruments and rooms are on both at once. */
const LEAST_TURNS = 0.08;
/** Decibels by which a side is ahead of the other one then, each compared with how loud it gets. */
const AHEAD = 6;
/** Decibels below the loudest within which somebody speaks. */
const SPEAKS = 15;
/** Decibels between quiet and loud on each side: noise is steady. */
const LEAST_SPREAD = 10;
/** Mean square: digital silence is taken for this. */
const LOWEST = 1e-10;
const FEWEST_MOMENTS = 40;
/** Places of the loud and the quiet moments among all, by level. */
const LOUD = 0.97;
const QUIET = 0.1;

/** @param left,right mean squares of the same moments, each about a tenth of a second */
export function takeTurns(left: ArrayLike<number>, right: ArrayLike<number>): boolean {
  if (left.length < FEWEST_MOMENTS) return false;
  const [one, other] = [belowLoudest(left), belowLoudest(right)];
  if (one === null || other === null) return false;
  const leads = (own: Float64Array, its: Float64Array) =>
    own.reduce((sum, level, at) => sum + (level >= -SPEAKS && level - (its[at] as number) >= AHEAD ? 1 : 0), 0);
  return Math.min(leads(one, other), leads(other, one)) >= LEAST_TURNS * left.length;
}

/** Decibels of each moment below the loud ones; null where it is as good as steady. */
function belowLoudest(powers: ArrayLike<number>): Float64Array | null {
  const levels = Float64Array.from(powers, (power) => 10 * Math.log10(Math.max(LOWEST, power)));
  const sorted = levels.toSorted();
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  const loud = at(LOUD);
  return loud - at(QUIET) >= LEAST_SPREAD ? levels.map((level) => level - loud) : null;
}

/** Of a stereo recording; null for others. @param sampleRate Hz */
export async function createTwoVoices(stage: SampleStage, sampleRate: number): Promise<TwoVoicesMeasure | null> {
  if (stage.channels !== 2) return null;
  const likeness = await createLikenessMeter(2, sampleRate / stage.decimation);
  const powers = [createNumberList(), createNumberList()] as const;
  return {
    add: ({ channelPower, decimated }) => {
      const perChannel = channelPower.length / 2;
      for (const [channel, list] of powers.entries()) {
        let sum = 0;
        for (let slot = 0; slot < perChannel; slot++) sum += channelPower[channel * perChannel + slot] as number;
        list.push(sum / perChannel);
      }
      likeness.push(decimated);
    },
    finish: () =>
      likeness.finish().between(0, 1).coherence < ONE_SCENE && takeTurns(powers[0].values(), powers[1].values()),
    close: () => likeness.close(),
  };
}
