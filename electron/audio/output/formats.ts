/** Plans an output's encoding: the requested format or the source's, with a rate and layout that the encoder supports. */

import type { MediaInfo, OutputFormat } from '../../../shared/engine-api/messages.ts';
import type { Matrix } from '../dsp/speakers.ts';
import type { Encoding } from '../media/writer.ts';
import { type Family, planLayout } from './layouts.ts';

export interface OutputPlan {
  readonly encoding: Encoding;
  /** Without a dot. */
  readonly extension: string;
  readonly contentType: string;
  /** Mixes the recording's channels before encoding; null keeps them. */
  readonly matrix: Matrix | null;
}

/** Hz. These encoders resample other rates to 48 kHz. */
const ENCODER_RATES: Readonly<Partial<Record<Family, readonly number[]>>> = {
  mp3: [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000],
  m4a: [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 64_000, 88_200, 96_000],
  opus: [8000, 12_000, 16_000, 24_000, 48_000],
};
const FALLBACK_RATE = 48_000;

/** Vorbis refuses bit rates that do not suit the sample rate; its quality scale always works. 6 is about 192 kbit/s in stereo. */
const VORBIS_QUALITY = 6;

/** Bits per second for mono and stereo; each further channel adds half of stereo. Halved below 32 kHz, where encoders refuse or waste more. */
const BIT_RATES: Readonly<Partial<Record<Family, readonly [number, number]>>> = {
  mp3: [128_000, 192_000],
  m4a: [128_000, 192_000],
  opus: [96_000, 128_000],
};

/** @param info of the recording that the output is made from */
export function planOutput(format: OutputFormat, info: MediaInfo): OutputPlan {
  const family = format === 'source' ? familyOf(info) : format;
  const rates = ENCODER_RATES[family];
  const sampleRate = rates === undefined || rates.includes(info.sampleRate) ? info.sampleRate : FALLBACK_RATE;
  const { matrix, ...layout } = planLayout(family, info);
  const shape = { sampleRate, ...layout };
  const bitRate = bitRateOf(family, layout.channels, sampleRate);
  // RIFF is limited to 4 GiB; longer files use an RF64 header.
  const wav = { muxer: 'wav', muxerOptions: { rf64: 'auto' }, ...shape };
  switch (family) {
    case 'wav':
      return {
        encoding: keepsDepth(format, info)
          ? { ...wav, encoder: 'pcm_s24le', samples: 's24' }
          : { ...wav, encoder: 'pcm_s16le', samples: 's16' },
        extension: 'wav',
        contentType: 'audio/wav',
        matrix,
      };
    case 'flac':
      return {
        encoding: { muxer: 'flac', encoder: 'flac', samples: isDeep(info) ? 's24' : 's16', ...shape },
        extension: 'flac',
        contentType: 'audio/flac',
        matrix,
      };
    case 'mp3':
      return {
        encoding: { muxer: 'mp3', encoder: 'libmp3lame', samples: 'fltp', bitRate, ...shape },
        extension: 'mp3',
        contentType: 'audio/mpeg',
        matrix,
      };
    case 'm4a':
      return {
        encoding: { muxer: 'ipod', encoder: 'aac', samples: 'fltp', bitRate, ...shape },
        extension: 'm4a',
        contentType: 'audio/mp4',
        matrix,
      };
    case 'opus':
      return {
        encoding: { muxer: 'opus', encoder: 'libopus', samples: 'flt', bitRate, ...shape },
        extension: 'opus',
        contentType: 'audio/ogg',
        matrix,
      };
    case 'ogg':
      return {
        encoding: { muxer: 'ogg', encoder: 'libvorbis', samples: 'fltp', quality: VORBIS_QUALITY, ...shape },
        extension: 'ogg',
        contentType: 'audio/ogg',
        matrix,
      };
  }
}

/** The format family of a recording; WAV for those that cannot be written. */
function familyOf(info: MediaInfo): Family {
  const { container, codec } = info;
  if (container === 'flac' || codec === 'flac') return 'flac';
  if (container === 'mp3') return 'mp3';
  if (container.includes('mp4') || container === 'aac') return 'm4a';
  if (codec === 'opus') return 'opus';
  if (codec === 'vorbis') return 'ogg';
  return 'wav';
}

/** WAV keeps more than 16 bits, unless it only replaces a family that cannot be written. */
function keepsDepth(format: OutputFormat, info: MediaInfo): boolean {
  return isDeep(info) && (format === 'wav' || info.container === 'wav' || info.container === 'w64');
}

function isDeep(info: MediaInfo): boolean {
  return (info.bitDepth ?? 16) > 16;
}

function bitRateOf(family: Family, channels: number, sampleRate: number): number {
  const [mono, stereo] = BIT_RATES[family] ?? [0, 0];
  const full = channels === 1 ? mono : (stereo * channels) / 2;
  return sampleRate < 32_000 ? Math.round(full / 2) : full;
}
