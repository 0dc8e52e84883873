/** Plans an export's encoding and container from the requested format, the original and the result. */

import { fittingBitRate } from '../../../shared/domain/export/bit-rates.ts';
import type { ExportFormat, ExportSettings } from '../../../shared/domain/export/settings.ts';
import type { MediaInfo, OutputFormat } from '../../../shared/engine-api/messages.ts';
import { type OutputPlan, planOutput } from '../output/formats.ts';
import type { VideoContainer } from '../output/video-containers.ts';
import type { Shape } from './sound-source.ts';

export interface ExportPlan extends OutputPlan {
  /** Whether it contains the original's video or other audio tracks. */
  readonly isVideo: boolean;
  /** Whether the codec is lossy. */
  readonly isLossy: boolean;
  /** Whether samples beyond full scale stay what they are. */
  readonly isFloat: boolean;
  /** Whether the result's packets can be copied. */
  readonly takesPackets: boolean;
  /** Whether the result's file can be copied as it is. */
  readonly takesFile: boolean;
}

const LOSSY = ['libmp3lame', 'mp2', 'ac3', 'aac', 'libopus', 'libvorbis'];

/** The codec name that FFmpeg reports for each encoder's output. */
const CODECS: Readonly<Record<string, readonly string[]>> = {
  libmp3lame: ['mp3', 'mp3float'],
  libopus: ['opus'],
  libvorbis: ['vorbis'],
};
/** FFmpeg's demuxer names, where they differ from the muxer's. */
const DEMUXERS: Readonly<Record<string, string>> = { ipod: 'm4a', opus: 'ogg' };

const NAMED: Readonly<Record<Exclude<ExportFormat, 'source'>, OutputFormat>> = {
  wav16: 'wav',
  wav24: 'wav',
  wavFloat: 'wav',
  flac: 'flac',
  mp3: 'mp3',
  m4a: 'm4a',
  opus: 'opus',
};

/** The families whose bit rate a person chooses, by encoder. */
const RATED: Readonly<Record<string, string>> = { libmp3lame: 'mp3', aac: 'm4a', libopus: 'opus' };

/**
 * @param container for the original's other streams; null for the audio alone
 * @param shape of the encoded audio
 * @param like what has the format of the original
 */
export function planExport(
  { bitRate, format }: Pick<ExportSettings, 'bitRate' | 'format'>,
  container: VideoContainer | null,
  result: MediaInfo,
  shape: Shape,
  like: MediaInfo = result,
): ExportPlan {
  const sound = { ...like, ...shape };
  const planned =
    container?.plan(sound) ?? (format === 'source' ? planOutput('source', sound) : namedPlan(format, sound));
  const family = RATED[planned.encoding.encoder];
  const isRated = bitRate !== undefined && family !== undefined;
  const plan = isRated ? withBitRate(planned, fittingBitRate(family, bitRate, planned.encoding)) : planned;
  const { encoder, sampleRate, channels } = plan.encoding;
  const isSame =
    !isRated &&
    (CODECS[encoder] ?? [encoder]).includes(result.codec) &&
    sampleRate === result.sampleRate &&
    channels === result.channels;
  // A result that already has the format is fine, whatever our encoder would choose.
  const isOwn = format === 'source' && container === null && !isRated && like.codec === result.codec;
  return {
    ...plan,
    isVideo: container !== null,
    isLossy: LOSSY.includes(encoder),
    isFloat: encoder.startsWith('pcm_f'),
    takesPackets: isSame || (isOwn && isKnownCodec(result.codec)),
    takesFile: isOwn || (container === null && isSame && isInContainer(plan, result)),
  };
}

function withBitRate(plan: OutputPlan, bitRate: number): OutputPlan {
  return { ...plan, encoding: { ...plan.encoding, bitRate } };
}

function isKnownCodec(codec: string): boolean {
  return (
    codec.startsWith('pcm_') || ['flac', 'mp2', 'mp3', 'mp3float', 'aac', 'alac', 'opus', 'vorbis'].includes(codec)
  );
}

function isInContainer(plan: OutputPlan, result: MediaInfo): boolean {
  const { muxer } = plan.encoding;
  return result.container.includes(DEMUXERS[muxer] ?? muxer);
}

function namedPlan(format: Exclude<ExportFormat, 'source'>, sound: MediaInfo): OutputPlan {
  const depth = format === 'wav16' ? 16 : format === 'wav24' ? 24 : sound.bitDepth;
  const plan = planOutput(NAMED[format], { ...sound, bitDepth: depth });
  if (format !== 'wavFloat') return plan;
  return { ...plan, encoding: { ...plan.encoding, encoder: 'pcm_f32le', samples: 'flt' } };
}
