/** Which of a file's audio tracks are restored: a rule of presets and of the terminal, in words that a person writes. Pure. */

import { z } from 'zod';
import type { AudioTrack } from './audio-track.ts';

/** The file's own choice: the default track, or the next one where nothing is on it. */
export const OWN_TRACK = 'default';
/** The first one in which somebody speaks. */
export const SPEECH_TRACK = 'speech';
/** Each one with sound, as a recording of its own. */
export const ALL_TRACKS = 'all';

/** One of these, a number from 1, or a title or language. */
export const trackRuleSchema = z.string().trim().min(1, 'Enter a title or a language.').max(100, 'This is too long.');
export type TrackRule = z.infer<typeof trackRuleSchema>;

/** `no-number`: there are fewer. `no-name`: none has this title or language. */
export type TrackProblem = 'no-number' | 'no-name';

/**
 * @param tracks of one file, at least one; with `hasSpeech` for the rule that asks for it
 * @param own number of the file's own choice
 */
export function chosenTracks(
  rule: TrackRule,
  tracks: readonly AudioTrack[],
  own: number,
): readonly AudioTrack[] | TrackProblem {
  const byNumber = (wanted: number) => tracks.filter(({ number }) => number === wanted);
  if (rule === OWN_TRACK) return byNumber(own);
  if (rule === ALL_TRACKS) {
    const sounding = tracks.filter(({ heard }) => heard !== 'silence');
    return sounding.length > 0 ? sounding : byNumber(own);
  }
  if (rule === SPEECH_TRACK) {
    const first = tracks.find(({ hasSpeech }) => hasSpeech === true);
    return first === undefined ? byNumber(own) : [first];
  }
  if (/^\d+$/.test(rule)) {
    const found = byNumber(Number(rule));
    return found.length > 0 ? found : 'no-number';
  }
  // Of one track there is nothing to choose.
  if (tracks.length === 1) return tracks;
  const named = trackNamed(rule, tracks);
  return named === undefined ? 'no-name' : [named];
}

function trackNamed(text: string, tracks: readonly AudioTrack[]): AudioTrack | undefined {
  const wanted = folded(text);
  const language = languageOf(text);
  return (
    tracks.find(({ title }) => title !== null && folded(title) === wanted) ??
    tracks.find((track) => track.language !== null && language !== null && languageOf(track.language) === language) ??
    tracks.find(({ title }) => title !== null && folded(title).includes(wanted))
  );
}

function folded(text: string): string {
  return text.normalize('NFC').trim().toLowerCase();
}

/** One code for `de`, `deu` and `ger`; null for text that is none. */
function languageOf(text: string): string | null {
  if (!/^[a-z]{2,3}(-[a-z0-9-]+)?$/i.test(text.trim())) return null;
  try {
    return Intl.getCanonicalLocales(text.trim())[0]?.split('-')[0] ?? null;
  } catch {
    return null;
  }
}

/** How a file's track is told from the others, in a name: its title or language where no other has the same, else its number. */
export function trackLabel(
  track: Pick<AudioTrack, 'language' | 'number' | 'title'>,
  tracks: readonly Pick<AudioTrack, 'language' | 'title'>[],
): string {
  const isSingle = (key: 'language' | 'title', value: string) =>
    tracks.filter((other) => other[key] !== null && folded(other[key]) === folded(value)).length <= 1;
  const { language, number, title } = track;
  if (title !== null && title.trim() !== '' && isSingle('title', title)) return title.trim();
  if (language !== null && isSingle('language', language)) return language;
  return `track ${number}`;
}
