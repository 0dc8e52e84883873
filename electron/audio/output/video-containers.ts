/** Containers of videos and of several audio tracks, and the audio codecs for each. */

import { extensionOf } from '../../../shared/domain/media-types.ts';
import type { MediaInfo } from '../../../shared/engine-api/messages.ts';
import { depthOf, type OutputPlan, planFamily } from './formats.ts';
import type { Family } from './layouts.ts';

export interface VideoContainer {
  /** @param sound the audio to encode */
  plan(sound: MediaInfo): OutputPlan;
}

interface Kind {
  /** FFmpeg's name. */
  readonly muxer: string;
  readonly muxerOptions?: Readonly<Record<string, string>>;
  readonly contentType: string;
  /** Supported audio families; the first is the fallback. */
  readonly families: readonly Family[];
}

const TRANSPORT: Kind = { muxer: 'mpegts', contentType: 'video/mp2t', families: ['m4a', 'ac3', 'mp3', 'mp2'] };
const CAMCORDER: Kind = { ...TRANSPORT, muxerOptions: { mpegts_m2ts_mode: '1' }, families: ['ac3'] };
const PROGRAM: Kind = { muxer: 'vob', contentType: 'video/mpeg', families: ['mp2', 'ac3'] };
const WINDOWS: Kind = { muxer: 'asf', contentType: 'video/x-ms-wmv', families: ['mp3'] };
const MATROSKA: Kind = {
  muxer: 'matroska',
  contentType: 'video/x-matroska',
  families: ['m4a', 'wav', 'flac', 'alac', 'mp3', 'mp2', 'opus', 'ogg'],
};

const KINDS: Readonly<Record<string, Kind>> = {
  mp4: { muxer: 'mp4', contentType: 'video/mp4', families: ['m4a', 'mp3', 'flac', 'alac', 'opus'] },
  m4v: { muxer: 'mp4', contentType: 'video/x-m4v', families: ['m4a', 'alac'] },
  mov: { muxer: 'mov', contentType: 'video/quicktime', families: ['m4a', 'wav', 'alac'] },
  '3gp': { muxer: '3gp', contentType: 'video/3gpp', families: ['m4a'] },
  '3g2': { muxer: '3g2', contentType: 'video/3gpp2', families: ['m4a'] },
  m4a: { muxer: 'ipod', contentType: 'audio/mp4', families: ['m4a', 'alac'] },
  m4b: { muxer: 'ipod', contentType: 'audio/mp4', families: ['m4a', 'alac'] },
  mkv: MATROSKA,
  mka: { ...MATROSKA, contentType: 'audio/x-matroska' },
  webm: { muxer: 'webm', contentType: 'video/webm', families: ['opus', 'ogg'] },
  // The only sound that AVI keeps in time to the sample: other encoders delay theirs, and AVI has no place to say so.
  avi: { muxer: 'avi', contentType: 'video/x-msvideo', families: ['wav'] },
  flv: { muxer: 'flv', contentType: 'video/x-flv', families: ['m4a'] },
  ts: TRANSPORT,
  mts: CAMCORDER,
  m2ts: CAMCORDER,
  mpg: PROGRAM,
  mpeg: PROGRAM,
  vob: PROGRAM,
  wmv: WINDOWS,
  asf: { ...WINDOWS, contentType: 'video/x-ms-asf' },
};

/** Families for a codec, the nearest first. */
const FAMILIES: Readonly<Record<string, readonly Family[]>> = {
  mp3: ['mp3'],
  mp3float: ['mp3'],
  mp2: ['mp2', 'mp3'],
  ac3: ['ac3'],
  opus: ['opus'],
  vorbis: ['ogg'],
  alac: ['alac', 'flac', 'wav'],
};
const PCM: readonly Family[] = ['wav', 'alac', 'flac'];
const COMPRESSED: readonly Family[] = ['flac', 'alac', 'wav'];

/**
 * The containers to try for a recording with video or other audio tracks: its own, then Matroska, which takes nearly everything. None for one
 * that is all of its file.
 */
export function videoContainersOf(original: MediaInfo, path: string): readonly VideoContainer[] {
  if (!original.hasVideo && original.audioStreams < 2) return [];
  const matroska = original.hasVideo ? 'mkv' : 'mka';
  const extension = fitting(original, extensionOf(path)) ?? matroska;
  return [...new Set([extension, matroska])].map((one) => ({
    plan: (sound) => planIn(KINDS[one] ?? MATROSKA, one, original, sound),
  }));
}

function planIn(kind: Kind, extension: string, original: MediaInfo, sound: MediaInfo): OutputPlan {
  const { contentType, families, muxer, muxerOptions } = kind;
  // Apple Lossless has an order of its own for more channels.
  const possible = families.filter((one) => one !== 'alac' || sound.channels <= 2);
  const family = wantedFor(original).find((one) => possible.includes(one)) ?? (possible[0] as Family);
  const depth = depthOf(original.bitDepth === null ? { ...original, bitDepth: sound.bitDepth } : original);
  const plan = planFamily(family, sound, depth);
  const { muxerOptions: _, ...encoding } = plan.encoding;
  return {
    ...plan,
    encoding: { ...encoding, muxer, ...(muxerOptions === undefined ? {} : { muxerOptions }) },
    extension,
    contentType,
  };
}

function wantedFor({ bitDepth, codec }: MediaInfo): readonly Family[] {
  if (codec.startsWith('pcm_')) return PCM;
  return FAMILIES[codec] ?? (bitDepth === null ? [] : COMPRESSED);
}

/** The extension of a container; the file's own where FFmpeg's name covers several. */
function fitting({ container, hasVideo }: MediaInfo, extension: string): string | null {
  const own = (extensions: readonly string[], otherwise: string) =>
    extensions.includes(extension) ? extension : otherwise;
  if (!hasVideo) return container.includes('mp4') ? own(['m4b', 'mov', 'mp4'], 'm4a') : null;
  if (container.includes('mp4')) return own(['m4v', 'mov', '3gp', '3g2'], 'mp4');
  if (container.includes('matroska')) return own(['webm'], 'mkv');
  if (container === 'mpegts') return own(['mts', 'm2ts'], 'ts');
  if (container === 'mpeg') return own(['mpeg', 'vob'], 'mpg');
  if (container === 'asf') return own(['asf'], 'wmv');
  return container === 'avi' || container === 'flv' ? container : null;
}
