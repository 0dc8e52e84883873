/** What a person should know about a recording besides its measures, before and after its restoration, in words. Pure. */

import { z } from 'zod';
import { assertNever } from '../errors.ts';
import { trackName } from '../tracks/audio-track.ts';
import { formatDuration } from '../units.ts';
import type { Measures, TrackMeasure } from './measures.ts';

export const remarkSchema = z.discriminatedUnion('kind', [
  /** The file has several audio tracks. */
  z.object({
    kind: z.literal('track'),
    number: z.number(),
    of: z.number(),
    title: z.string().nullable(),
    language: z.string().nullable(),
  }),
  /** Something was lost or damaged there: seconds in all, and where the first gaps begin, in seconds. */
  z.object({ kind: z.literal('gaps'), seconds: z.number(), places: z.array(z.number()) }),
  /** The header says less, in seconds, than the file holds; 0 where it was never finished. */
  z.object({ kind: z.literal('header'), declared: z.number(), seconds: z.number() }),
  /** The header says more, in seconds, than the file holds. */
  z.object({ kind: z.literal('ends-early'), declared: z.number(), seconds: z.number() }),
  /** Most of it can't be decoded; seconds that can. */
  z.object({ kind: z.literal('damaged'), seconds: z.number() }),
  /** From this second on there is no sound, not even noise. */
  z.object({ kind: z.literal('silent-end'), from: z.number() }),
  /** So many seconds of music were left as they were. */
  z.object({ kind: z.literal('music'), seconds: z.number() }),
  /** Another recording of the same Start has the same content: this one takes its result. `as`: the other file. */
  z.object({ kind: z.literal('same'), as: z.string() }),
]);
export type Remark = z.infer<typeof remarkSchema>;

/** Seconds. What is shorter is a pause that somebody edited. */
const LEAST_SILENT_END = 2;
const MOST_PLACES_NAMED = 3;

/**
 * @param frames length of the recording @param sampleRate of its, in Hz
 * @param track which of its file's several audio tracks it is, where that is known before the scan
 * @param musicFrames how much of it its results left as it was because it is music
 */
export function remarksOf(
  measures: Measures | null,
  frames: number | null,
  sampleRate: number | null,
  track: TrackMeasure | null = measures?.track ?? null,
  musicFrames = 0,
): Remark[] {
  const told: Remark[] = track === null ? [] : [{ kind: 'track', ...track }];
  if (measures === null || frames === null || sampleRate === null) return told;
  const { declaredSeconds, gaps, soundEndsAt } = measures;
  const seconds = frames / sampleRate;
  const remarks: Remark[] = [];
  if (measures.isDamaged === true)
    remarks.push({ kind: 'damaged', seconds: seconds - (gaps?.frames ?? 0) / sampleRate });
  if (gaps !== undefined) {
    const places = gaps.places.slice(0, MOST_PLACES_NAMED).map((frame) => frame / sampleRate);
    remarks.push({ kind: 'gaps', seconds: gaps.frames / sampleRate, places });
  }
  if (declaredSeconds !== undefined)
    remarks.push({ kind: declaredSeconds < seconds ? 'header' : 'ends-early', declared: declaredSeconds, seconds });
  if (soundEndsAt !== undefined && (frames - soundEndsAt) / sampleRate >= LEAST_SILENT_END)
    remarks.push({ kind: 'silent-end', from: soundEndsAt / sampleRate });
  if (musicFrames > 0) remarks.push({ kind: 'music', seconds: musicFrames / sampleRate });
  return [...remarks, ...told];
}

/** For a chip on a row. */
export function remarkTitle(remark: Remark): string {
  if (remark.kind === 'track') return trackName(remark);
  if (remark.kind === 'same') return `Same as ${remark.as}`;
  const titles: Readonly<Record<Exclude<Remark['kind'], 'same' | 'track'>, string>> = {
    gaps: 'Gaps',
    header: 'Wrong header',
    'ends-early': 'Ends early',
    damaged: 'Damaged',
    'silent-end': 'Silent end',
    music: 'Music kept',
  };
  return titles[remark.kind];
}

export function remarkSentence(remark: Remark): string {
  switch (remark.kind) {
    case 'gaps':
      return `Parts are lost or damaged, ${spanned(remark.seconds)} in all (at ${remark.places.map(formatDuration).join(', ')}): silence in their place keeps everything in time.`;
    case 'header':
      if (remark.declared === 0)
        return `Its header was never finished, but the file holds ${formatDuration(remark.seconds)}: all of it is restored.`;
      return `Its header says ${formatDuration(remark.declared)}, but the file holds ${formatDuration(remark.seconds)}: all of it is restored.`;
    case 'ends-early':
      return `It ends early: ${formatDuration(remark.seconds)} of ${formatDuration(remark.declared)} is there.`;
    case 'damaged':
      return `Most of it is damaged: ${formatDuration(remark.seconds)} of it can be decoded.`;
    case 'silent-end':
      return `There is no sound from ${formatDuration(remark.from)} to the end.`;
    case 'music':
      return `${spanned(remark.seconds)} of it sounds like music and was left as it was.`;
    case 'same':
      return `It is the same recording as ${remark.as}: that one is restored, and this one gets the same result at no charge.`;
    case 'track':
      return `${trackName(remark)} is restored.`;
    default:
      return assertNever(remark, 'remark');
  }
}

/** `0.2 s`, or `1:05` from a minute on. */
function spanned(seconds: number): string {
  return seconds < 60 ? `${Math.max(0.1, seconds).toFixed(1)} s` : formatDuration(seconds);
}
