/** Listens to a mix for its voices, before they are leveled: what is spoken and what is music, step by step, and how loud all of it is. */

import type { SoundFigures } from '../../../../shared/domain/export/level.ts';
import { createGatedLoudness } from '../../dsp/loudness/gated-loudness.ts';
import { createNumberList } from '../../dsp/number-list.ts';
import { isHeard } from '../../dsp/speakers.ts';
import { createSpectrumSource } from '../../dsp/spectra/spectrum-source.ts';
import { type Block, framesIn } from '../../dsp/stage.ts';
import { createNoiseSpectrum } from '../../measures/noise-spectrum.ts';
import { createSampleStage, type StagedBlock } from '../../measures/sample-stage.ts';
import { createSpeechActivity } from '../../measures/speech-activity.ts';
import { createTruePeakMeasure } from '../../measures/true-peak.ts';
import { type MixPlan, openMix } from '../mix.ts';
import { planVoiceGains, type StepKind, type VoiceGains } from './voice-gains.ts';

export interface MeasuredVoices {
  /** Null where nothing is spoken. */
  readonly voices: VoiceGains | null;
  /** The mix as it is. */
  readonly before: SoundFigures;
  /** Of the mix. */
  readonly frames: number;
}

/** Noise is assumed constant for this long, as in the measures of a recording. */
const SEGMENT_SECONDS = 15;
const BLOCKS_A_SPECTRUM = 2;
/** Part of a step that is spoken, with which it counts as speech. */
const LEAST_SPOKEN = 0.25;

/** Music that the restoration left as it was: as `integrity/music-kept` finds it, without a pause for four seconds and the very sound of the recording. */
const WINDOW = 40;
const HOP = 10;
const LEAST_SOUNDING = 0.95;
const LEAST_SAME = 0.98;
/** Of the recording's energy, what the difference between it and the result has at most where both sound the same. */
const SAME = 0.01;
/** Slots of about 6 ms that sound together, and how far below the loudest they may be, and below full scale. */
const SLOTS_TOGETHER = 3;
const LOUD_QUANTILE = 0.95;
const DEPTH = 10 ** -2.5;
const AUDIBLE = 10 ** -6;

/** @param onFrames gets the number of frames so far @throws CleartakeError as openRecording does */
export async function measureVoices(plan: MixPlan, onFrames: (frames: number) => void): Promise<MeasuredVoices> {
  const { channelLayout, channels, sampleRate } = plan.shape;
  const stage = createSampleStage(sampleRate, channels, isHeard(channelLayout, channels));
  const spectra = await createSpectrumSource(sampleRate);
  const noise = createNoiseSpectrum(spectra.bins, spectra.binWidth);
  const activity = createSpeechActivity(stage.slotFrames / sampleRate);
  const peak = createTruePeakMeasure(stage);
  const loudness = createGatedLoudness();
  const likeness = createLikeness(stage.slots * stage.slotFrames);
  const powers = createNumberList();
  const spoken: boolean[] = [];
  const sounding = createNumberList();
  let floor = 0;
  let segmentFrames = 0;

  function closeSegment(): void {
    segmentFrames = 0;
    floor = noise.take() ?? floor;
    const slots = activity.take();
    const active = activity.mark(slots, floor);
    const least = Math.max(AUDIBLE, DEPTH * loudestOf(slots));
    for (let from = 0; from < slots.length; from += stage.slots) {
      const to = from + stage.slots;
      spoken.push(active.subarray(from, to).reduce((sum, one) => sum + one, 0) >= LEAST_SPOKEN * stage.slots);
      sounding.push(soundingPart(slots.subarray(from, to), least));
    }
  }

  function take(block: StagedBlock): void {
    if (block.isWhole) loudness.add(block.weighted);
    peak.add(block);
    if (powers.length % BLOCKS_A_SPECTRUM === 0) noise.add(spectra.powerOf(block.loudest));
    powers.push(block.weighted);
    activity.add(block.slotPower);
    segmentFrames += block.frames;
    if (segmentFrames >= SEGMENT_SECONDS * sampleRate) closeSegment();
  }

  const mix = openMix({ ...plan, hears: likeness.add });
  try {
    let frames = 0;
    for (let block = await mix.next(); block !== null; block = await mix.next()) {
      stage.add(block, framesIn(block), take);
      frames += framesIn(block);
      onFrames(frames);
    }
    stage.finish(take);
    closeSegment();
    const isMusic = musicIn(sounding.values(), likeness.finish());
    const kinds = spoken.map((is, step): StepKind => (isMusic[step] === 1 ? 'music' : is ? 'speech' : 'pause'));
    const voices = planVoiceGains({ kinds, powers: powers.values(), stepFrames: stage.slots * stage.slotFrames });
    return { voices, before: { loudness: loudness.integrated(), truePeak: peak.finish() }, frames };
  } finally {
    mix.close();
    spectra.close();
  }
}

/** Mean square of all but the loudest moments. */
function loudestOf(slots: Float64Array): number {
  return slots.toSorted()[Math.floor((slots.length - 1) * LOUD_QUANTILE)] ?? 0;
}

function soundingPart(slots: Float64Array, least: number): number {
  let [count, sounds] = [0, 0];
  for (let from = 0; from < slots.length; from += SLOTS_TOGETHER) {
    const some = slots.subarray(from, from + SLOTS_TOGETHER);
    if (some.reduce((sum, power) => sum + power, 0) >= least * some.length) sounds += 1;
    count += 1;
  }
  return sounds / count;
}

/** Tells for each step whether a result has the very sound of its recording; without one of them, it has. */
function createLikeness(stepFrames: number) {
  const same = createNumberList();
  let [filled, energy, apart] = [0, 0, 0];
  const close = () => {
    same.push(apart <= SAME * energy ? 1 : 0);
    [filled, energy, apart] = [0, 0, 0];
  };
  return {
    add: (dry: Block | null, wet: Block | null) => {
      const count = framesIn(dry ?? wet ?? []);
      for (let from = 0; from < count; ) {
        const to = Math.min(count, from + stepFrames - filled);
        for (const [channel, samples] of dry?.entries() ?? []) {
          const other = wet?.[channel] ?? samples;
          for (let i = from; i < to; i++) {
            const own = samples[i] as number;
            const difference = own - (other[i] as number);
            energy += own * own;
            apart += difference * difference;
          }
        }
        filled += to - from;
        from = to;
        if (filled === stepFrames) close();
      }
    },
    finish: () => {
      close();
      return same.values();
    },
  };
}

function musicIn(sounding: Float64Array, same: Float64Array): Uint8Array {
  const music = new Uint8Array(sounding.length);
  const mean = (values: Float64Array, from: number) =>
    values.subarray(from, from + WINDOW).reduce((sum, value) => sum + value, 0) / WINDOW;
  for (let from = 0; from + WINDOW <= sounding.length; from += HOP)
    if (mean(sounding, from) >= LEAST_SOUNDING && mean(same, from) >= LEAST_SAME) music.fill(1, from, from + WINDOW);
  return music;
}
