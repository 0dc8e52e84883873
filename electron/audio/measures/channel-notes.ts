/** Finds what is odd about the channels: a silent or faint side, inverted polarity, a constant offset, or two voices, one on each side. */

import type { ChannelNote } from '../../../shared/domain/quality/channel-notes.ts';
import { createLikenessMeter, ONE_SCENE } from '../dsp/likeness.ts';
import { createNumberList } from '../dsp/number-list.ts';
import { type SampleStage, type StagedBlock, sumOf } from './sample-stage.ts';

export interface ChannelNotesMeasure {
  add(block: StagedBlock): void;
  finish(): readonly ChannelNote[];
}

/** Mean square, -100 dBFS: a side below it is silent. */
const SILENT = 1e-10;
/** Decibels by which a faint side is quieter than the other one. Voices that a microphone overhears are louder. */
const FAINT = 30;
/** Correlation of channels that cancel more than half of each other in a sum. Microphones that stand apart come to -0.3. */
const INVERTED = -0.5;
/** Part of full scale; a smaller offset is neither seen nor heard. */
const OFF_CENTER = 0.01;

const SIDES = ['left', 'right'] as const;

export function createChannelNotes({ channels, decimation }: SampleStage): ChannelNotesMeasure {
  const energies = new Float64Array(channels);
  const sums = new Float64Array(channels);
  let slots = 0;
  let samples = 0;
  /** Of the decimated samples of a stereo recording, so below 2 kHz. */
  let [product, ofLeft, ofRight] = [0, 0, 0];

  function compare(left: Float32Array, right: Float32Array): void {
    // Sums of this block: adding to a variable outside of the function allocates a number every time.
    let [both, ofOne, ofOther] = [0, 0, 0];
    for (let i = 0; i < left.length; i++) {
      const one = left[i] as number;
      const other = right[i] as number;
      both += one * other;
      ofOne += one * one;
      ofOther += other * other;
    }
    product += both;
    ofLeft += ofOne;
    ofRight += ofOther;
  }

  return {
    add: ({ channelPower, decimated, frames }) => {
      const perChannel = channelPower.length / channels;
      for (let at = 0; at < channelPower.length; at++) {
        const channel = Math.floor(at / perChannel);
        energies[channel] = (energies[channel] as number) + (channelPower[at] as number);
      }
      for (const [channel, own] of decimated.entries()) sums[channel] = (sums[channel] as number) + sumOf(own);
      slots += perChannel;
      samples += Math.min(decimated[0]?.length ?? 0, frames / decimation);
      if (channels === 2) compare(decimated[0] as Float32Array, decimated[1] as Float32Array);
    },
    finish: () => {
      const notes: ChannelNote[] = [];
      const offsets = Array.from(sums, (sum) => sum / samples);
      const offset = offsets.reduce((most, one) => (Math.abs(one) > Math.abs(most) ? one : most), 0);
      if (channels === 2) {
        const [ofLeftSide = 0, ofRightSide = 0] = energies;
        const note = sideNote(ofLeftSide / slots, ofRightSide / slots);
        // Without their offsets, which correlate on their own.
        const [left = 0, right = 0] = offsets;
        const apart = Math.sqrt((ofLeft - samples * left * left) * (ofRight - samples * right * right));
        const isInverted = product - samples * left * right <= INVERTED * apart && apart > samples * SILENT;
        if (note !== null) notes.push(note);
        else if (isInverted) notes.push({ kind: 'inverted' });
      }
      if (Math.abs(offset) >= OFF_CENTER) notes.push({ kind: 'offset', offset });
      return notes;
    },
  };
}

/** What is odd about the sides of a stereo recording; null where both are heard. @param left,right mean squares of each */
export function sideNote(left: number, right: number): ChannelNote | null {
  const [quiet, loud, side] = left < right ? [left, right, SIDES[0]] : [right, left, SIDES[1]];
  if (loud <= SILENT) return null;
  if (quiet <= SILENT) return { kind: 'silent-side', side };
  const decibels = 10 * Math.log10(loud / quiet);
  return decibels >= FAINT ? { kind: 'faint-side', side, decibels } : null;
}

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
