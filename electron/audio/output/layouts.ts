/** Plans an output's channels: the recording's layout where the format supports it, otherwise the closest one. */

import type { MediaInfo } from '../../../shared/engine-api/messages.ts';
import { type MixMatrix, reordered, stereoOf } from '../dsp/speakers.ts';

/** `alac` is Apple Lossless in an M4A file; `caf` holds Apple Lossless or PCM. */
export type Family = 'wav' | 'aiff' | 'caf' | 'flac' | 'alac' | 'mp3' | 'mp2' | 'ac3' | 'm4a' | 'opus' | 'ogg';

/** Families whose files hold any channels in any order. */
const FREE: readonly Family[] = ['wav', 'aiff', 'caf', 'flac', 'alac'];

export interface LayoutPlan {
  readonly channels: number;
  /** FFmpeg's name. */
  readonly layout: string;
  readonly encoderOptions?: Readonly<Record<string, string>>;
  /** Mixes or reorders the recording's channels; null keeps them. */
  readonly matrix: MixMatrix | null;
}

/** Layouts that FFmpeg's AAC encoder keeps in order; it confuses 6.0 and 6.1. */
const AAC_LAYOUTS = [
  ...['mono', 'stereo', '2.1', '3.0', '3.0(back)', '3.1', '4.0', 'quad', '4.1', '5.0', '5.1', '6.1(back)', '7.0'],
  ...['hexagonal', '7.1', '7.1(wide)', 'octagonal', '5.1.2(back)'],
];
const AC3_LAYOUTS = ['mono', 'stereo', '3.0', '3.0(back)', '4.0', 'quad', '5.0', '5.0(side)', '5.1', '5.1(side)'];
/** The layouts of Vorbis, which are Opus's mapping family 1 (RFC 7845, 5.1.1.2). */
const VORBIS_LAYOUTS = ['mono', 'stereo', '3.0', 'quad', '5.0', '5.1', '6.1', '7.1'];

/** Fallback for each number of channels. None has an LFE channel, which encoders band-limit. */
const STAND_INS = ['mono', 'stereo', '3.0', 'quad', '5.0', 'hexagonal', '7.0', 'octagonal'];

/** Set explicitly, because FFmpeg's libopus wrapper confuses the channels of 5.0 and 6.1. */
const SPEAKER_MAPPING = { mapping_family: '1' };
/** Discrete channels without speakers. */
const DISCRETE_MAPPING = { mapping_family: '255' };

/** @param info of the recording that the output is made from */
export function planLayout(family: Family, info: MediaInfo): LayoutPlan {
  const { channels, channelLayout } = info;
  const kept = { channels, layout: channelLayout, matrix: null };
  if (FREE.includes(family)) return kept;
  if (channels <= 2) return { channels, layout: channels === 1 ? 'mono' : 'stereo', matrix: null };
  if (family === 'mp3' || family === 'mp2')
    return { channels: 2, layout: 'stereo', matrix: stereoOf(channelLayout, channels) };
  if (family === 'ac3' && !AC3_LAYOUTS.includes(channelLayout))
    return { channels: 2, layout: 'stereo', matrix: stereoOf(channelLayout, channels) };
  if (family === 'ac3') return kept;
  const fitting = inOneOf(family === 'm4a' ? AAC_LAYOUTS : VORBIS_LAYOUTS, kept);
  if (family !== 'opus') return fitting ?? { ...kept, layout: STAND_INS[channels - 1] as string };
  if (fitting !== null) return { ...fitting, encoderOptions: SPEAKER_MAPPING };
  return { ...kept, layout: `${channels} channels`, encoderOptions: DISCRETE_MAPPING };
}

function inOneOf(layouts: readonly string[], { channels, layout }: LayoutPlan): LayoutPlan | null {
  if (layouts.includes(layout)) return { channels, layout, matrix: null };
  for (const other of layouts) {
    const order = reordered(layout, other);
    if (order !== null) return { channels, layout: other, matrix: matrixOf(order) };
  }
  return null;
}

function matrixOf(order: readonly number[]): MixMatrix | null {
  if (order.every((from, to) => from === to)) return null;
  return order.map((from) => order.map((_, channel) => (channel === from ? 1 : 0)));
}
