/** All measures of a recording in one pass over its samples, block by block. */

import type { ChannelNote } from '../../../shared/domain/quality/channel-notes.ts';
import type { Measures } from '../../../shared/domain/quality/measures.ts';
import { createHumDetector, type Hum } from '../dsp/hum-detector.ts';
import { createGatedLoudness } from '../dsp/loudness/gated-loudness.ts';
import { isHeard } from '../dsp/speakers.ts';
import { createOverviewCollector, type Overview } from '../dsp/spectra/overview.ts';
import { createSpectrumSource } from '../dsp/spectra/spectrum-source.ts';
import { createBandwidthMeasure } from './bandwidth.ts';
import { createChannelNotes, createTwoVoices } from './channel-notes.ts';
import { createClippingMeasure } from './clipping.ts';
import { createLevelMeasure } from './levels.ts';
import { createReverberationMeasure } from './reverberation.ts';
import { createSampleStage, type StagedBlock } from './sample-stage.ts';
import { createTruePeakMeasure } from './true-peak.ts';

export interface MeasuresCollector {
  add(channels: readonly Float32Array[], frames: number): void;
  /** Add nothing afterward. */
  finish(): Measures;
  /** Complete after `finish`. */
  readonly overview: Overview;
  close(): void;
}

/** One spectrum for this many blocks of 100 ms: spectra change slowly and are the most expensive part. */
const BLOCKS_A_SPECTRUM = 2;

/**
 * @param sampleRate Hz @param channels 1 to 8
 * @param bitDepth of the stored samples; null when there is none
 * @param channelLayout FFmpeg's name, which tells low-frequency effects from voices
 */
export async function createMeasuresCollector(
  sampleRate: number,
  channels: number,
  bitDepth: number | null,
  channelLayout = '',
): Promise<MeasuresCollector> {
  const stage = createSampleStage(sampleRate, channels, isHeard(channelLayout, channels));
  const spectra = await createSpectrumSource(sampleRate);
  const hum = await createHumDetector(sampleRate / stage.decimation, channels);
  const loudness = createGatedLoudness();
  const truePeak = createTruePeakMeasure(stage);
  const clipping = createClippingMeasure(stage, bitDepth);
  const levels = createLevelMeasure(stage, spectra, sampleRate);
  const reverberation = createReverberationMeasure(stage.slotFrames / sampleRate);
  const bandwidth = createBandwidthMeasure(spectra);
  const channelNotes = createChannelNotes(stage);
  const twoVoices = await createTwoVoices(stage, sampleRate);
  const overview = createOverviewCollector(
    spectra.bins,
    sampleRate,
    BLOCKS_A_SPECTRUM * stage.slots * stage.slotFrames,
  );
  let blocks = 0;

  function take(block: StagedBlock): void {
    if (block.isWhole) loudness.add(block.weighted);
    truePeak.add(block);
    clipping.add(block);
    reverberation.add(block);
    channelNotes.add(block);
    twoVoices?.add(block);
    hum.push(block.decimated);
    const spectrum = blocks % BLOCKS_A_SPECTRUM === 0 ? spectra.powerOf(block.loudest) : null;
    if (spectrum !== null) {
      bandwidth.add(spectrum);
      overview.add(spectrum);
    }
    levels.add(block, spectrum);
    blocks += 1;
  }

  function notes(): readonly ChannelNote[] {
    const found = channelNotes.finish();
    const isOdd = found.some(({ kind }) => kind !== 'offset');
    return !isOdd && twoVoices?.finish() === true ? [...found, { kind: 'two-voices' }] : found;
  }

  return {
    add: (samples, frames) => stage.add(samples, frames, take),
    finish: () => {
      stage.finish(take);
      return {
        loudness: loudness.integrated(),
        loudnessRange: loudness.range(),
        truePeak: truePeak.finish(),
        ...levels.finish(),
        clippedSamples: clipping.finish(),
        clippedPlaces: clipping.places(),
        hum: humOf(hum.finish()),
        decayTime: reverberation.finish(),
        bandwidth: bandwidth.finish(),
        channelNotes: notes(),
      };
    },
    get overview() {
      return overview.finish();
    },
    close: () => {
      spectra.close();
      hum.close();
      twoVoices?.close();
    },
  };
}

function humOf(hum: Hum | null): Measures['hum'] {
  return hum === null ? null : { frequency: hum.frequency, level: hum.level };
}
