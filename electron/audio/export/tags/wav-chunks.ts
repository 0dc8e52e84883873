/** Puts what recorders wrote beside the sound of a WAV file into one made from it. */

import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { chunksIn, type RecorderChunk } from '../../media/side-streams/recorder-chunks.ts';
import type { Encoding } from '../../media/writer.ts';

/** Where the parts of a broadcast chunk lie (EBU Tech 3285). */
const VERSION_AT = 346;
const LOUDNESS_AT = 412;
const LOUDNESS_END = 422;
const HISTORY_AT = 602;
/** A loudness that nobody measured. */
const NOT_MEASURED = 0x7f_ff;

const HEAD_BYTES = 8;
const MOST_RIFF_BYTES = 0xff_ff_ff_ff;

/**
 * The chunks as an output has them: its coding history says that Cleartake restored it, and measures of the old sound are gone.
 * @param encoding of the output
 */
export function chunksFor(chunks: readonly RecorderChunk[], encoding: Encoding): readonly RecorderChunk[] {
  return chunks.map((chunk) => {
    if (chunk.id !== 'bext' || chunk.data.length < HISTORY_AT) return chunk;
    const facts = Buffer.from(chunk.data.subarray(0, HISTORY_AT));
    if (facts.readUInt16LE(VERSION_AT) >= 2) {
      for (let at = LOUDNESS_AT; at < LOUDNESS_END; at += 2) facts.writeInt16LE(NOT_MEASURED, at);
    }
    const before = chunk.data.subarray(HISTORY_AT).toString('latin1').replace(/\0+$/, '');
    const history = extendedHistory(before, encoding);
    return { id: chunk.id, data: Buffer.concat([facts, Buffer.from(history, 'latin1')]) };
  });
}

const BITS: Readonly<Partial<Record<Encoding['samples'], number>>> = {
  s16: 16,
  s16p: 16,
  s24: 24,
  s24p: 24,
  s32: 32,
  flt: 32,
  dbl: 64,
};
const LOSSLESS = /^(pcm_|flac$|alac$)/;

/** A line of Cleartake's behind the earlier ones (EBU R 98). */
export function extendedHistory(before: string, { channels, encoder, sampleRate, samples }: Encoding): string {
  const coding = LOSSLESS.test(encoder) ? [`A=PCM,F=${sampleRate},W=${BITS[samples]}`] : [`F=${sampleRate}`];
  const mode = channels === 1 ? ['M=mono'] : channels === 2 ? ['M=stereo'] : [];
  const ended = before === '' || before.endsWith('\n') ? before : `${before}\r\n`;
  return `${ended}${[...coding, ...mode, 'T=Cleartake'].join(',')}\r\n`;
}

/** How many characters of coding history make the muxer leave as much room as the broadcast chunk takes, ahead of the sound; null without one. */
export function roomForBroadcast(chunks: readonly RecorderChunk[]): number | null {
  const chunk = chunks.find(({ id }) => id === 'bext');
  return chunk === undefined ? null : Math.max(1, chunk.data.length - HISTORY_AT);
}

/** Broadcast facts go where the muxer left room for them, everything else behind the sound. @throws RangeError when the file gets too large */
export function writeWavChunks(path: string, chunks: readonly RecorderChunk[]): void {
  const file = openSync(path, 'r+');
  try {
    const places = chunksIn(file);
    const behind = chunks.filter(({ id, data }) => {
      const place = places.find((one) => one.id === id && id === 'bext' && one.bytes >= data.length);
      if (place === undefined) return true;
      writeAt(file, place.at, Buffer.concat([data, Buffer.alloc(place.bytes - data.length)]));
      return false;
    });
    if (behind.length > 0) append(file, behind);
  } finally {
    closeSync(file);
  }
}

function append(file: number, chunks: readonly RecorderChunk[]): void {
  const { size } = fstatSync(file);
  const parts = chunks.map(({ id, data }) => {
    const head = Buffer.alloc(HEAD_BYTES);
    head.write(id, 0, 'latin1');
    head.writeUInt32LE(data.length, 4);
    return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
  });
  const added = Buffer.concat([Buffer.alloc(size % 2), ...parts]);
  const start = Buffer.alloc(20 + HEAD_BYTES);
  readSync(file, start, 0, start.length, 0);
  const isLarge = start.toString('latin1', 0, 4) !== 'RIFF';
  const bytes = size + added.length - HEAD_BYTES;
  if (!isLarge && bytes > MOST_RIFF_BYTES) throw new RangeError('No room in the file');
  writeAt(file, size, added);
  const stated = Buffer.alloc(isLarge ? 8 : 4);
  // RF64 has its size in the chunk `ds64`, which is the first.
  if (isLarge) stated.writeBigUInt64LE(BigInt(bytes));
  else stated.writeUInt32LE(bytes);
  writeAt(file, isLarge ? 20 : 4, stated);
}

function writeAt(file: number, at: number, bytes: Buffer): void {
  writeSync(file, bytes, 0, bytes.length, at);
}
