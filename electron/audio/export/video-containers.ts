/** The containers of recordings with pictures, and the sound that belongs into each. */

import { extensionOf } from '../../../shared/domain/media-types.ts';
import type { MediaInfo } from '../../../shared/engine-api/messages.ts';
import type { Encoding } from '../media/writer.ts';
import { type OutputPlan, planOutput } from '../output/formats.ts';
import type { Family } from '../output/layouts.ts';

export interface VideoContainer {
  /** @param sound what is to be encoded */
  plan(sound: MediaInfo): OutputPlan;
}

interface Kind {
  /** FFmpeg's name. */
  readonly muxer: string;
  readonly contentType: string;
  /** Sound that it takes; the first where the original's is none of them. */
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

/** The families of sound that a recording's codec stands for. */
const FAMILIES: Readonly<Record<string, Family>> = {
  mp3: 'mp3',
  mp3float: 'mp3',
  flac: 'flac',
  opus: 'opus',
  vorbis: 'ogg',
};

/** Null for a recording without pictures, or in a container that is not written here. */
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

/** The extension of a kind that FFmpeg's name of a container stands for, by the file's own where there are several. */
function fitting(container: string, extension: string): string | null {
  if (container.includes('mp4')) return ['m4v', 'mov', '3gp'].includes(extension) ? extension : 'mp4';
  if (container.includes('matroska')) return extension === 'webm' ? 'webm' : 'mkv';
  return null;
}

/** Sound as deep as the original's, and such that the plan by its source is the family's. */
function familiar(sound: MediaInfo, original: MediaInfo, family: Family): MediaInfo {
  const deep = { ...sound, bitDepth: original.bitDepth ?? sound.bitDepth };
  return family === 'ogg' ? { ...deep, container: 'ogg', codec: 'vorbis' } : deep;
}
