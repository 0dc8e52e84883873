/** Plans an output's encoding: the requested format or the source's, with a rate and layout that the encoder supports. */

import { usualBitRate } from '../../../shared/domain/export/bit-rates.ts';
import { rateIn } from '../../../shared/domain/export/sample-rates.ts';
import type { MediaInfo, OutputFormat } from '../../../shared/engine-api/messages.ts';
import type { MixMatrix } from '../dsp/speakers.ts';
import type { SampleKind } from '../media/samples.ts';
import type { Encoding, PcmEncoder } from '../media/writer.ts';
import { type Family, planLayout } from './layouts.ts';

export interface OutputPlan {
  readonly encoding: Encoding;
  /** Without a dot. */
  readonly extension: string;
  readonly contentType: string;
  /** Mixes the recording's channels before encoding; null keeps them. */
  readonly matrix: MixMatrix | null;
}

/** Vorbis refuses bit rates that do not suit the sample rate; its quality scale always works. 6 is about 192 kbit/s in stereo. */
const VORBIS_QUALITY = 6;

type Codec = Pick<Encoding, 'muxer' | 'muxerOptions' | 'encoder' | 'encoderOptions' | 'samples' | 'quality'>;

/** @param info of the recording that the output is made from */
export function planOutput(format: OutputFormat, info: MediaInfo): OutputPlan {
  const family = format === 'source' ? familyOf(info) : format;
  return planFamily(family, info, format === 'source' ? depthOf(info) : isDeep(info) ? 's24' : 's16');
}

/** @param depth of samples, where the family stores them losslessly */
export function planFamily(family: Family, info: MediaInfo, depth: Depth = depthOf(info)): OutputPlan {
  const sampleRate = rateIn(family, info.sampleRate);
  const { matrix, ...layout } = planLayout(family, info);
  const bitRate = usualBitRate(family, { channels: layout.channels, sampleRate });
  const [extension, contentType] = FILES[family];
  return {
    encoding: { sampleRate, ...layout, ...(bitRate === null ? {} : { bitRate }), ...codecOf(family, info, depth) },
    extension,
    contentType,
    matrix,
  };
}

const FILES: Readonly<Record<Family, readonly [extension: string, contentType: string]>> = {
  wav: ['wav', 'audio/wav'],
  aiff: ['aiff', 'audio/aiff'],
  caf: ['caf', 'audio/x-caf'],
  flac: ['flac', 'audio/flac'],
  alac: ['m4a', 'audio/mp4'],
  mp3: ['mp3', 'audio/mpeg'],
  mp2: ['mp2', 'audio/mpeg'],
  ac3: ['ac3', 'audio/ac3'],
  m4a: ['m4a', 'audio/mp4'],
  opus: ['opus', 'audio/ogg'],
  ogg: ['ogg', 'audio/ogg'],
};

function codecOf(family: Family, info: MediaInfo, depth: Depth): Codec {
  switch (family) {
    case 'wav':
      // RIFF is limited to 4 GiB; longer files use an RF64 header.
      return { muxer: 'wav', muxerOptions: { rf64: 'auto' }, ...pcm(depth, 'le') };
    case 'aiff':
      return { muxer: 'aiff', muxerOptions: { write_id3v2: '1' }, ...pcm(depth, 'be') };
    case 'caf':
      return { muxer: 'caf', ...(info.codec === 'alac' ? alac(depth) : pcm(depth, 'le')) };
    case 'flac':
      return { muxer: 'flac', encoder: 'flac', samples: depth === 's16' ? 's16' : 's24' };
    case 'alac':
      return { muxer: 'ipod', ...alac(depth) };
    case 'mp3':
      return { muxer: 'mp3', encoder: 'libmp3lame', samples: 'fltp' };
    case 'mp2':
      return { muxer: 'mp2', encoder: 'mp2', samples: 's16' };
    case 'ac3':
      return { muxer: 'ac3', encoder: 'ac3', samples: 'fltp' };
    case 'm4a':
      return { muxer: 'ipod', encoder: 'aac', samples: 'fltp' };
    case 'opus':
      return { muxer: 'opus', encoder: 'libopus', samples: 'flt' };
    case 'ogg':
      return { muxer: 'ogg', encoder: 'libvorbis', samples: 'fltp', quality: VORBIS_QUALITY };
  }
}

/** How deep lossless samples are stored. Cleartake computes in 32-bit float: 24 bits at any level, which `s32` and `dbl` hold with room to spare. */
export type Depth = Extract<SampleKind, 's16' | 's24' | 's32' | 'flt' | 'dbl'>;

const PCM_NAMES = { s16: 's16', s24: 's24', s32: 's32', flt: 'f32', dbl: 'f64' } as const satisfies Record<
  Depth,
  string
>;

function pcm(depth: Depth, order: 'le' | 'be'): { readonly encoder: PcmEncoder; readonly samples: Depth } {
  return { encoder: `pcm_${PCM_NAMES[depth]}${order}`, samples: depth };
}

function alac(depth: Depth): Pick<Encoding, 'encoder' | 'samples'> {
  return { encoder: 'alac', samples: depth === 's16' ? 's16p' : 's24p' };
}

/** The depth of a recording's samples; 16 bits where its codec has none. Floats stay floats: only they hold what exceeds full scale. */
export function depthOf(info: MediaInfo): Depth {
  const { bitDepth, codec } = info;
  if (codec.startsWith('pcm_f64')) return 'dbl';
  if (codec.startsWith('pcm_f')) return 'flt';
  if ((bitDepth ?? 0) > 24) return 's32';
  return isDeep(info) ? 's24' : 's16';
}

function isDeep(info: MediaInfo): boolean {
  return (info.bitDepth ?? 16) > 16;
}

/** Layouts of more than two channels that Apple Lossless keeps in order. */
const ALAC_LAYOUTS = ['3.0', '4.0', '5.0', '5.1', '6.1(back)', '7.1(wide)'];

/** The format family of a recording. Where that cannot be written: FLAC for what was compressed losslessly, WAV for all others. */
function familyOf(info: MediaInfo): Family {
  const { container, codec, channels, channelLayout } = info;
  if (codec === 'alac') {
    if (channels > 2 && !ALAC_LAYOUTS.includes(channelLayout)) return 'flac';
    return container === 'caf' ? 'caf' : 'alac';
  }
  if (container === 'flac' || codec === 'flac') return 'flac';
  if (codec.startsWith('pcm_')) return container === 'aiff' || container === 'caf' ? container : 'wav';
  if (container === 'mp3') return 'mp3';
  if (container.includes('mp4') || container === 'aac') return 'm4a';
  if (codec === 'opus') return 'opus';
  if (codec === 'vorbis') return 'ogg';
  return info.bitDepth === null ? 'wav' : 'flac';
}
