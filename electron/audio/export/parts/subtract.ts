/** One recording less another: in which channels, and block by block. */

import type { MediaInfo } from '../../../../shared/engine-api/messages.ts';
import type { Block } from '../../dsp/stage.ts';
import type { Shape } from '../sound-source.ts';

/** What the player makes of both: mono only where both are. */
export function heardShape({ channels, sampleRate }: MediaInfo, other: MediaInfo): Shape {
  const isMono = channels === 1 && other.channels === 1;
  return isMono
    ? { sampleRate, channels: 1, channelLayout: 'mono' }
    : { sampleRate, channels: 2, channelLayout: 'stereo' };
}

/** Of a difference as a file: the channels that both have, or what the player makes of them. Either way it sounds as the player plays it. */
export function differenceShape(one: MediaInfo, other: MediaInfo): Shape {
  const { channelLayout, channels, sampleRate } = one;
  return channels === other.channels ? { sampleRate, channels, channelLayout } : heardShape(one, other);
}

/** What is missing at the end of the other counts as silence. */
export function without(block: Block, less: Block): Block {
  return block.map((samples, channel) => {
    const other = less[channel] as Float32Array;
    return samples.map((value, index) => value - (other[index] ?? 0));
  });
}
