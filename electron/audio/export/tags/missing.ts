/** What an output lacks of its recording's metadata: both are read and compared, since no list says what a format drops. */

import type { LeftOut, LeftOutTrack } from '../../../../shared/domain/export/left-out.ts';
import type { SourceMetadata } from '../../media/side-streams/metadata-reader.ts';

/** Tags that outputs have in another form. */
const CHANGED = ['coding_history', 'creation_time'];

/** Null when nothing is missing. @param missingCovers how many pictures were asked for and can't be read @param missesBookends intro or outro were asked for and left out */
export function missingFrom(
  made: SourceMetadata,
  recording: SourceMetadata,
  tracks: readonly LeftOutTrack[],
  missingCovers = 0,
  missesBookends = false,
): LeftOut | null {
  const values = [made, recording].map(valuesOf) as [readonly NamedValue[], readonly NamedValue[]];
  const [there, wanted] = values;
  const isThere = ({ value }: NamedValue) => there.some((one) => isAlike(one.value, value));
  const tags = wanted
    .filter((one) => !CHANGED.includes(one.name.toLowerCase()) && !isThere(one))
    .map(({ name }) => name);
  const isKept = ({ id }: SourceMetadata['chunks'][number]) =>
    made.chunks.some((one) => one.id === id) ||
    id.toLowerCase() === 'id3 ' ||
    (id === 'bext' && made.tags.time_reference !== undefined);
  const leftOut: Omit<LeftOut, 'bookends'> = {
    tracks: tracks.map(({ codec, kind, number }) => ({ kind, number, codec })),
    pictures: Math.max(0, recording.pictures.length - made.pictures.length) + missingCovers,
    chapters: Math.max(0, recording.chapters.length - made.chapters.length),
    tags: [...new Set(tags)],
    chunks: recording.chunks
      .filter((chunk) => !isKept(chunk))
      .map(({ id, data }) => (id === 'LIST' ? data.toString('latin1', 0, 4) : id)),
  };
  const isNothing = Object.values(leftOut).every((part) => (typeof part === 'number' ? part === 0 : part.length === 0));
  if (missesBookends) return { ...leftOut, bookends: true };
  return isNothing ? null : leftOut;
}

interface NamedValue {
  readonly name: string;
  readonly value: string;
}

function valuesOf({ several, tags }: SourceMetadata): readonly NamedValue[] {
  return Object.entries(tags).flatMap(([name, value]) =>
    (several[name.toLowerCase()] ?? [value]).map((one) => ({ name, value: one.replace(/\s+/g, ' ').trim() })),
  );
}

/** Formats shorten dates and numbers of tracks. */
function isAlike(one: string, other: string): boolean {
  return one !== '' && (one.startsWith(other) || other.startsWith(one));
}
