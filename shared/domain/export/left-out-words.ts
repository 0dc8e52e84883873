/** What an output lacks, in words. */

import { countOf } from '../units.ts';
import type { LeftOut, LeftOutTrack } from './left-out.ts';

const TRACKS = {
  video: 'video track',
  audio: 'audio track',
  subtitles: 'subtitle track',
  data: 'data track',
} as const satisfies Record<LeftOutTrack['kind'], string>;

const CHUNKS: Readonly<Record<string, string>> = {
  bext: 'broadcast data (bext)',
  'cue ': 'markers',
  adtl: 'labels of markers',
  plst: 'playlist',
  smpl: 'loops',
  inst: 'instrument data',
};

/** `This format can’t hold: audio track 2 (apac), cover art, 45 chapters, the tags album and genre, markers.` */
export function leftOutSentence({ bookends = false, chapters, chunks, pictures, tags, tracks }: LeftOut): string {
  const parts = [
    ...tracks.map(({ codec, kind, number }) => `${TRACKS[kind]} ${number}${codec === null ? '' : ` (${codec})`}`),
    ...(pictures === 0 ? [] : ['cover art']),
    ...(chapters === 0 ? [] : [countOf(chapters, 'chapter')]),
    ...(tags.length === 0 ? [] : [`the ${tags.length === 1 ? 'tag' : 'tags'} ${tags.join(', ')}`]),
    ...new Set(chunks.map((chunk) => CHUNKS[chunk] ?? chunk)),
  ];
  return [
    ...(parts.length === 0 ? [] : [`This format can’t hold: ${parts.join(', ')}.`]),
    ...(bookends ? ['Without intro and outro: the pictures or other tracks keep their time.'] : []),
  ].join(' ');
}

interface Level {
  readonly before: { readonly loudness: number | null };
  readonly after?: { readonly loudness: number | null };
  /** dB. */
  readonly gain: number;
  readonly limited?: boolean;
  readonly lowered?: boolean | undefined;
  /** LUFS. */
  readonly target?: number | undefined;
}

/** LU by which an output is quieter than what was asked for, before that is told. */
const TOLD_SHORTFALL = 0.2;

/** What the level of an output isn't, and why; null where there is nothing to say. */
export function levelSentence({ after, before, gain, limited = false, lowered = false, target }: Level): string | null {
  if (lowered)
    return `It exceeds full scale, which this format cuts off: all of it is ${(-gain).toFixed(1)} dB quieter.`;
  if (before.loudness === null) return 'It is too short or too quiet for its loudness to be measured: its level stays.';
  const reached = after?.loudness ?? null;
  if (!limited || reached === null || target === undefined || target - reached <= TOLD_SHORTFALL) return null;
  return `${levelWords(reached)} LUFS instead of ${levelWords(target)}: peaks limited.`;
}

/** dB that is told. */
const TOLD_GAIN = 0.5;

/** `quiet voices raised by up to 9 dB`. @param raised,lowered dB, as ExportFigures has them */
export function voicesWords({ lowered, raised }: { readonly raised: number; readonly lowered: number }): string {
  if (raised >= TOLD_GAIN) return `quiet voices raised by up to ${raised.toFixed(0)} dB`;
  return lowered >= TOLD_GAIN ? `loud voices lowered by up to ${lowered.toFixed(0)} dB` : 'voices were level already';
}

function levelWords(level: number): string {
  return level.toFixed(1).replace('-', '−');
}
