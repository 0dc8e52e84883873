/** The cue points of joined WAV files, with their labels: those of each part lie behind the sound of the parts before it. */

import type { RecorderChunk } from '../../media/side-streams/recorder-chunks.ts';

/** The chunks of a part, and the frame of the whole at which it begins. */
export interface PartChunks {
  readonly from: number;
  readonly chunks: readonly RecorderChunk[];
}

const HEAD_BYTES = 8;
/** Of a point in `cue `: id, position, chunk, its start, block, sample. */
const POINT_BYTES = 24;
const POSITION_AT = 4;
const SAMPLE_AT = 20;
const LAST_FRAME = 0xff_ff_ff_ff;

/** Whether it is part of what `joinedCues` makes anew. */
export function isCueChunk({ data, id }: RecorderChunk): boolean {
  return id === 'cue ' || (id === 'LIST' && data.toString('latin1', 0, 4) === 'adtl');
}

/** @returns the chunks `cue ` and `LIST` for the whole; none where no part has a point */
export function joinedCues(parts: readonly PartChunks[]): readonly RecorderChunk[] {
  const points: Buffer[] = [];
  const labels: Buffer[] = [];
  let base = 0;
  for (const { chunks, from } of parts) {
    const mine = chunks.filter(({ id }) => id === 'cue ').flatMap(({ data }) => pointsOf(data, base, from));
    const lists = chunks.filter((chunk) => chunk.id === 'LIST' && isCueChunk(chunk));
    for (const { data } of lists) labels.push(...labelsOf(data, base));
    points.push(...mine);
    base = mine.reduce((most, point) => Math.max(most, point.readUInt32LE(0)), base);
  }
  if (points.length === 0) return [];
  const count = Buffer.alloc(4);
  count.writeUInt32LE(points.length);
  const cue = { id: 'cue ', data: Buffer.concat([count, ...points]) };
  return labels.length === 0 ? [cue] : [cue, { id: 'LIST', data: Buffer.concat([Buffer.from('adtl'), ...labels]) }];
}

/** Points with ids above `base`, in a part that begins at the frame `from` of the whole. */
function pointsOf(cue: Buffer, base: number, from: number): Buffer[] {
  const points: Buffer[] = [];
  for (let at = 4; at + POINT_BYTES <= cue.length; at += POINT_BYTES) {
    const point = Buffer.from(cue.subarray(at, at + POINT_BYTES));
    point.writeUInt32LE(base + point.readUInt32LE(0), 0);
    for (const place of [POSITION_AT, SAMPLE_AT])
      point.writeUInt32LE(Math.min(LAST_FRAME, from + point.readUInt32LE(place)), place);
    points.push(point);
  }
  return points;
}

/** Each with its head, for points whose ids grew by `base`. */
function labelsOf(list: Buffer, base: number): Buffer[] {
  const labels: Buffer[] = [];
  for (let at = 4; at + HEAD_BYTES + 4 <= list.length; ) {
    const bytes = list.readUInt32LE(at + 4);
    const end = Math.min(list.length, at + HEAD_BYTES + bytes);
    const label = Buffer.from(list.subarray(at, end));
    label.writeUInt32LE(base + label.readUInt32LE(HEAD_BYTES), HEAD_BYTES);
    labels.push(bytes % 2 === 0 ? label : Buffer.concat([label, Buffer.alloc(1)]));
    at += HEAD_BYTES + bytes + (bytes % 2);
  }
  return labels;
}
