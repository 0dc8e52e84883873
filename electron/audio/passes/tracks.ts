/** The audio tracks of a file, and in which of them somebody speaks. */

import { CleartakeError } from '../../../shared/domain/errors.ts';
import type { TracksParams, TracksResult } from '../../../shared/engine-api/track-messages.ts';
import { loadRnnoise, RNNOISE_FRAMES, RNNOISE_RATE } from '../dsp/rnnoise.ts';
import { createSampleQueue } from '../dsp/sample-queue.ts';
import { openRecording, probeFile } from '../input/source-file.ts';
import { listTracks } from '../media/packets/audio-tracks.ts';
import type { PacketSound } from '../media/reader.ts';
import { createResampler } from '../media/resampler.ts';
import { nextTurn } from '../media/turn.ts';

/** Seconds with sound that decide: silence before them is passed over. */
const HEARD_SECONDS = 60;
/** RNNoise's probability of a voice. */
const LEAST_PROBABILITY = 0.7;
/** Of what was heard. Music reaches a few percent. */
const LEAST_SHARE = 0.15;
/** Between quiet and loud 10 ms of a voice, in dB: RNNoise takes a steady tone for one. */
const LEAST_SPREAD = 10;
/** Linear: -66 dBFS. */
const LEAST_PEAK = 0.0005;
/** Packets between two turns of the event loop. */
const PACKETS_A_TURN = 64;

/** @throws CleartakeError as openRecording does */
export async function tracksOf({ listens, path }: TracksParams): Promise<TracksResult> {
  await probeFile(path).catch((failure: unknown) => {
    // Another track may be readable.
    if (!(failure instanceof CleartakeError) || failure.code !== 'mediaUnsupported') throw failure;
  });
  const { tracks, ...file } = listTracks(path);
  // Of one track there is nothing to choose.
  if (!listens || tracks.length < 2) return { ...file, tracks };
  const heard = [];
  for (const track of tracks) {
    const hasSpeech = track.heard === 'sound' && (await isSpoken(path, track.number));
    heard.push({ ...track, hasSpeech });
  }
  return { ...file, tracks: heard };
}

async function isSpoken(path: string, track: number): Promise<boolean> {
  const denoiser = (await loadRnnoise()).createDenoiser();
  const reader = openRecording(path, track);
  const { sampleRate } = reader.info;
  const resampler = sampleRate === RNNOISE_RATE ? null : createResampler(1, sampleRate, RNNOISE_RATE);
  const queue = createSampleQueue();
  const levels: number[] = [];
  let spoken = 0;
  let packets = 0;
  try {
    const enough = (HEARD_SECONDS * RNNOISE_RATE) / RNNOISE_FRAMES;
    for (let sound = reader.read(); sound !== null && levels.length < enough; sound = reader.read()) {
      const loudest = loudestOf(sound);
      queue.push(resampler === null ? loudest : (resampler.push([loudest])[0] as Float32Array));
      while (queue.length >= RNNOISE_FRAMES) {
        const samples = queue.next(RNNOISE_FRAMES);
        if (peakOf(samples) < LEAST_PEAK) continue;
        levels.push(levelOf(samples));
        if (denoiser.process(samples.slice()) >= LEAST_PROBABILITY) spoken += 1;
      }
      packets += 1;
      if (packets % PACKETS_A_TURN === 0) await nextTurn();
    }
    return levels.length > 0 && spoken / levels.length >= LEAST_SHARE && spreadOf(levels) >= LEAST_SPREAD;
  } finally {
    resampler?.close();
    reader.close();
    denoiser.close();
  }
}

function loudestOf({ channels }: PacketSound): Float32Array {
  return channels.reduce((one, other) => (peakOf(other) > peakOf(one) ? other : one));
}

function peakOf(samples: Float32Array): number {
  return samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
}

/** dB. */
function levelOf(samples: Float32Array): number {
  return 10 * Math.log10(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
}

/** Between the tenth and the ninetieth of a hundred. */
function spreadOf(levels: readonly number[]): number {
  const sorted = levels.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  return at(0.9) - at(0.1);
}
