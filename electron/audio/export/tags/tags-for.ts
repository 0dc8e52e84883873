/** The tags of an output: those of the recording as the format takes them. */

import { joinedFor } from '../../media/side-streams/joined-values.ts';
import type { SourceMetadata } from '../../media/side-streams/metadata-reader.ts';
import type { RecorderChunk } from '../../media/side-streams/recorder-chunks.ts';
import type { Encoding } from '../../media/writer.ts';
import { extendedHistory, roomForBroadcast } from './wav-chunks.ts';

/** A recorder's clock, without a day. */
const TIME_OF_DAY = /^\d\d:\d\d:\d\d$/;
const DAY = /^\d{4}-\d\d-\d\d$/;

/** @param chunks that go into the output as they are */
export function tagsFor(
  { tags, several }: SourceMetadata,
  chunks: readonly RecorderChunk[],
  encoding: Encoding,
): Readonly<Record<string, string>> {
  const { muxer } = encoding;
  const joined = Object.entries(tags).map(([name, value]) => {
    const values = several[name.toLowerCase()];
    return [name, values === undefined ? value : joinedFor(muxer, name, values)];
  });
  const room = roomForBroadcast(chunks);
  const history = room === null ? historyFor(tags, encoding) : '.'.repeat(room);
  return {
    ...Object.fromEntries(joined),
    ...(history === null ? {} : { coding_history: history }),
    ...(muxer === 'wav' ? broadcastTags(tags) : momentOf(tags)),
  };
}

function historyFor({ coding_history: before }: SourceMetadata['tags'], encoding: Encoding): string | null {
  return before === undefined ? null : extendedHistory(before, encoding);
}

/** What another container calls otherwise than the broadcast chunk of a WAV file. */
function broadcastTags({ comment, creation_time, date, encoded_by, time_reference }: SourceMetadata['tags']) {
  if (time_reference === undefined) return {};
  const tags = {
    description: comment,
    originator: encoded_by,
    origination_date: DAY.test(date ?? '') ? date : undefined,
    origination_time: TIME_OF_DAY.test(creation_time ?? '') ? creation_time : undefined,
  };
  return Object.fromEntries(Object.entries(tags).filter(([, value]) => value !== undefined)) as Record<string, string>;
}

/** Day and time of day as one, as every other container has them. */
function momentOf({ creation_time: time, date: day }: SourceMetadata['tags']): Readonly<Record<string, string>> {
  if (time === undefined || !TIME_OF_DAY.test(time)) return {};
  return day !== undefined && DAY.test(day) ? { creation_time: `${day}T${time}` } : {};
}
