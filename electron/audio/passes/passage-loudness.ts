/** How loud a passage of a recording is, as it is played: the same definition as for the whole, over the passage alone. */

import type { PassageLoudness, PcmSelection } from '../../../shared/engine-api/pcm-messages.ts';
import { createLoudnessMeter } from '../dsp/loudness/loudness-meter.ts';
import type { PcmSource } from './pcm.ts';

/** Frames that are decoded at once. */
const BLOCK = 65_536;
const CHANNELS = 2;

/** @throws as `PcmSource.read` */
export async function measurePassage(
  params: PcmSelection & { readonly frames: number },
  pcm: PcmSource,
): Promise<PassageLoudness> {
  const meter = createLoudnessMeter(params.sampleRate, CHANNELS);
  for (let done = 0; done < params.frames; done += BLOCK) {
    const frames = Math.min(BLOCK, params.frames - done);
    const samples = await pcm.samplesOf({ ...params, fromFrame: params.fromFrame + done, frames });
    meter.push([0, 1].map((channel) => channelOf(samples, channel)));
  }
  return { loudness: meter.finish() };
}

/** @param samples interleaved */
function channelOf(samples: Float32Array, channel: number): Float32Array {
  return Float32Array.from(
    { length: samples.length / CHANNELS },
    (_, frame) => samples[frame * CHANNELS + channel] ?? 0,
  );
}
