/** Video containers and the audio codecs for each. */

import { extensionOf } from '../../../shared/domain/media-types.ts';
import type { MediaInfo } from '../../../shared/engine-api/messages.ts';
import type { Encoding } from '../media/writer.ts';
import { type OutputPlan, planOutput } from '../output/formats.ts';
import type { Family } from '../output/layouts.ts';

export interface VideoContainer {
  /** @param sound the audio to encode */
  plan(sound: MediaInfo): OutputPlan;
}

interface Kind {
  /** FFmpeg's name. */
  readonly muxer: string;
  readonly contentType: string;
  /** Supported audio families; the first is the fallback. */
  readonly families: readonly Family[];
}

const KINDS: Readonly<Record<string, Kind>> = {
  mp4: { muxer: 'mp4', contentType: 'video/mp4', families: ['m4a', 'mp3', 'flac', 'opus'] },
  m4v: { muxer: 'mp4', contentType: 'video/x-m4v', families: ['m4a'] },
  mov: { muxer: 'mov', contentType: 'video/quicktime', families: ['m4a', 'wav'] },
  '3gp': { muxer: '3gp', contentType: 'video/3gpp', families: ['m4a'] },
  mkv: { muxer: 'matroska', contentType: 'video/x-matroska', families: ['m4a', 'wav', 'flac', 'mp3', 'opus', 'ogg'] },
  webm: { muxer: 'webm', contentType: 'video/webm', families: ['opus', 'ogg'] },
};

/** The format family of a codec. */
const FAMILIES: Readonly<Record<string, Family>> = {
  mp3: 'mp3',
  mp3float: 'mp3',
  flac: 'flac',
  opus: 'opus',
  vorbis: 'ogg',
};

/** Null for a recording without video, or in a container that cannot be written. */
export function videoContainerOf(original: MediaInfo, path: string): VideoContainer | null {
  if (!original.hasVideo) return null;
  const extension = fitting(original.container, extensionOf(path));
  const kind = extension === null ? undefined : KINDS[extension];
  if (extension === null || kind === undefined) return null;
  const wanted = original.codec.startsWith('pcm_') ? 'wav' : FAMILIES[original.codec];
  const family = kind.families.find((one) => one === wanted) ?? (kind.families[0] as Family);
  return {
    plan: (sound) => {
      const plan = planOutput(family === 'ogg' ? 'source' : family, familiar(sound, original, family));
      const { muxerOptions: _, ...encoding } = plan.encoding;
      return {
        ...plan,
        encoding: { ...(encoding as Encoding), muxer: kind.muxer },
        extension,
        contentType: kind.contentType,
      };
    },
  };
}

/** The extension of a container; the file's own where FFmpeg's name covers several. */
function fitting(container: string, extension: string): string | null {
  if (container.includes('mp4')) return ['m4v', 'mov', '3gp'].includes(extension) ? extension : 'mp4';
  if (container.includes('matroska')) return extension === 'webm' ? 'webm' : 'mkv';
  return null;
}

/** Describes audio with the original's bit depth, so that planning by source chooses the family. */
function familiar(sound: MediaInfo, original: MediaInfo, family: Family): MediaInfo {
  const deep = { ...sound, bitDepth: original.bitDepth ?? sound.bitDepth };
  return family === 'ogg' ? { ...deep, container: 'ogg', codec: 'vorbis' } : deep;
}
