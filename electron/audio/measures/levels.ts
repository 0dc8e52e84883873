/** Noise floor, speech level and signal-to-noise ratio, for the whole recording and its worst minute. */

import type { Measures, WorstMinute } from '../../../shared/domain/quality/measures.ts';
import type { SpectrumSource } from '../dsp/spectra/spectrum-source.ts';
import { createNoiseSpectrum } from './noise-spectrum.ts';
import type { SampleStage, StagedBlock } from './sample-stage.ts';
import { createSpeechActivity } from './speech-activity.ts';

export interface LevelMeasure {
  /** @param spectrum of the block; null when none was computed */
  add(block: StagedBlock, spectrum: Float32Array | null): void;
  finish(): Pick<Measures, 'noiseFloor' | 'speechLevel' | 'signalToNoise' | 'worstMinute'>;
}

/** Noise is assumed constant for this long; a minute can start at each multiple. */
const SEGMENT_SECONDS = 15;
const SEGMENTS_A_MINUTE = 4;
/** dBFS; the lowest level reported. */
const LOWEST_DECIBELS = -120;
const LOWEST_POWER = 10 ** (LOWEST_DECIBELS / 10);
/** A minute with a smaller fraction of speech has no ratio. */
const LEAST_ACTIVE = 0.05;

interface Segment {
  readonly fromFrame: number;
  readonly frames: number;
  /** Mean square. */
  readonly noise: number;
  /** Sum of the active slots' mean squares, without the noise. */
  readonly speech: number;
  readonly activeSlots: number;
  readonly slots: number;
}

export function createLevelMeasure(stage: SampleStage, spectra: SpectrumSource, sampleRate: number): LevelMeasure {
  const noise = createNoiseSpectrum(spectra.bins, spectra.binWidth);
  const activity = createSpeechActivity(stage.slotFrames / sampleRate);
  const segmentFrames = SEGMENT_SECONDS * sampleRate;
  const segments: Segment[] = [];
  let fromFrame = 0;
  let frames = 0;

  function closeSegment(): void {
    const floor = noise.take();
    const powers = activity.take();
    if (floor !== null) {
      const found = activity.judge(powers, floor);
      segments.push({ fromFrame, frames, noise: floor, slots: powers.length, ...found });
    }
    fromFrame += frames;
    frames = 0;
  }

  return {
    add: (block, spectrum) => {
      frames += block.frames;
      activity.add(block.slotPower);
      if (spectrum !== null) noise.add(spectrum);
      if (frames >= segmentFrames) closeSegment();
    },
    finish: () => {
      closeSegment();
      if (segments.length === 0) return { noiseFloor: null, speechLevel: null, signalToNoise: null, worstMinute: null };
      const floor = medianOf(segments.map((segment) => decibels(segment.noise)));
      const speech = levelOf(segments);
      return {
        noiseFloor: floor,
        speechLevel: speech,
        signalToNoise: ratioOf(segments),
        worstMinute: worstOf(segments),
      };
    },
  };
}

function decibels(power: number): number {
  return 10 * Math.log10(Math.max(LOWEST_POWER, power));
}

function sumOf(segments: readonly Segment[], part: (segment: Segment) => number): number {
  return segments.reduce((sum, segment) => sum + part(segment), 0);
}

function levelOf(segments: readonly Segment[]): number | null {
  const active = sumOf(segments, (segment) => segment.activeSlots);
  const slots = sumOf(segments, (segment) => segment.slots);
  if (active < slots * LEAST_ACTIVE) return null;
  return decibels(sumOf(segments, (segment) => segment.speech) / active);
}

/** Speech level over the segments' mean noise, weighted by their speech. */
function ratioOf(segments: readonly Segment[]): number | null {
  const level = levelOf(segments);
  if (level === null) return null;
  const active = sumOf(segments, (segment) => segment.activeSlots);
  return level - decibels(sumOf(segments, (segment) => segment.noise * segment.activeSlots) / active);
}

function worstOf(segments: readonly Segment[]): WorstMinute | null {
  let worst: WorstMinute | null = null;
  for (let first = 0; first + SEGMENTS_A_MINUTE <= segments.length; first++) {
    const minute = segments.slice(first, first + SEGMENTS_A_MINUTE);
    const signalToNoise = ratioOf(minute);
    if (signalToNoise === null || (worst !== null && worst.signalToNoise <= signalToNoise)) continue;
    const frames = sumOf(minute, (segment) => segment.frames);
    worst = { fromFrame: (minute[0] as Segment).fromFrame, frames, signalToNoise };
  }
  return worst;
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] as number;
}
