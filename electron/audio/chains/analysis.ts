/** The analysis pass of a restoration: what the chain must know about the whole recording. */

import { stat } from 'node:fs/promises';
import { createClickDetector } from '../dsp/click-detector.ts';
import { createHumDetector, HUM_RATE, type HumTone } from '../dsp/hum-detector.ts';
import { isHeard } from '../dsp/speakers.ts';
import { decodeAll } from '../input/decode-pass.ts';
import { createClippingMeasure } from '../measures/clipping.ts';
import { createReverberationMeasure } from '../measures/reverberation.ts';
import { createSampleStage, type StagedBlock } from '../measures/sample-stage.ts';
import type { MediaReader } from '../media/reader.ts';
import { createResampler } from '../media/resampler.ts';

export interface Analysis {
  /** Exact length of the recording. */
  readonly frames: number;
  /** Hz. */
  readonly sampleRate: number;
  readonly channels: number;
  readonly hum: readonly HumTone[];
  /** Clicks in the mono signal. */
  readonly clicks: number;
  /** Clipped samples over all channels. */
  readonly clippedSamples: number;
  /** T60 of the room in seconds; null when unknown. */
  readonly decayTime: number | null;
  /** Weight of each channel in the mono signal that drives all decisions. */
  readonly mix: readonly number[];
}

/** Below this fraction of the total energy the channels cancel in the sum: one of them is inverted. */
const CANCELLED = 0.02;
/** Fraction of the loudest channel's energy, -40 dB; channels below it are unused and would only dilute the mix. */
const UNUSED = 1e-4;

/**
 * @param onProgress gets the fraction of the file that is read, 0 to 1
 * @throws CleartakeError as decodeAll does
 */
export async function analyze(
  path: string,
  reader: MediaReader,
  onProgress: (part: number) => void,
): Promise<Analysis> {
  const { sampleRate, channels, channelLayout, bitDepth } = reader.info;
  const bytes = (await stat(path)).size;
  const heard = isHeard(channelLayout, channels);
  const detector = await createHumDetector(HUM_RATE);
  const clicks = createClickDetector(sampleRate);
  const stage = createSampleStage(sampleRate, channels);
  const clipping = createClippingMeasure(stage, bitDepth);
  const reverberation = createReverberationMeasure(stage.slotFrames / sampleRate);
  const look = (block: StagedBlock) => {
    clipping.add(block);
    reverberation.add(block);
  };
  const resampler = createResampler(1, sampleRate, HUM_RATE);
  try {
    const energies = new Float64Array(channels);
    let summed = 0;
    // Reused for every packet: there are hundreds of thousands.
    let means = new Float64Array(0);
    let monos = new Float32Array(0);
    let part = 0;
    const weight = 1 / heard.filter(Boolean).length;
    const frames = await decodeAll(reader, (sound) => {
      if (means.length < sound.frames) means = new Float64Array(sound.frames);
      const mean = means.subarray(0, sound.frames).fill(0);
      for (const [channel, samples] of sound.channels.entries()) {
        if (heard[channel]) energies[channel] = (energies[channel] as number) + added(samples, weight, mean);
      }
      if (monos.length < sound.frames) monos = new Float32Array(sound.frames);
      const mono = monos.subarray(0, sound.frames);
      mono.set(mean);
      summed += energyOf(mean);
      detector.push(resampler.push([mono])[0] as Float32Array);
      clicks.push(mono);
      stage.add(sound.channels, sound.frames, look);
      // Report even when the byte position is unknown: the caller takes a silent engine for dead.
      if (sound.byte !== null) part = sound.byte / bytes;
      onProgress(part);
    });
    detector.push(resampler.flush()[0] as Float32Array);
    stage.finish(look);
    return {
      frames,
      sampleRate,
      channels,
      hum: detector.finish()?.tones ?? [],
      clicks: clicks.clicks,
      clippedSamples: clipping.finish(),
      decayTime: reverberation.finish(),
      mix: mixOf(energies, summed, heard),
    };
  } finally {
    resampler.close();
    detector.close();
  }
}

/** Adds a channel to the sum. @returns its energy */
function added(samples: Float32Array, weight: number, sum: Float64Array): number {
  let energy = 0;
  for (let i = 0; i < samples.length; i++) {
    const value = samples[i] as number;
    sum[i] = (sum[i] as number) + weight * value;
    energy += value * value;
  }
  return energy;
}

function energyOf(samples: Float64Array): number {
  let energy = 0;
  for (let i = 0; i < samples.length; i++) energy += (samples[i] as number) ** 2;
  return energy;
}

/** @param energies of each channel @param summed energy of the mean of the audible channels */
function mixOf(energies: Float64Array, summed: number, heard: readonly boolean[]): number[] {
  const channels = energies.length;
  const total = energies.reduce((sum, energy) => sum + energy, 0) / heard.filter(Boolean).length;
  const isCancelled = summed < total * CANCELLED;
  if (channels === 1) return [1];
  if (channels === 2 && heard.every(Boolean)) return isCancelled ? [0.5, -0.5] : [0.5, 0.5];
  const loudest = Math.max(...energies);
  const alone = energies.indexOf(loudest);
  const used = heard.map((one, channel) =>
    isCancelled ? channel === alone : one && (energies[channel] as number) >= loudest * UNUSED,
  );
  return used.map((one) => (one ? 1 / used.filter(Boolean).length : 0));
}
