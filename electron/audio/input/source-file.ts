/** Opens a recording's file: checks it before FFmpeg does and picks the right error code when it is unreadable. */

import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { CleartakeError } from '../../../shared/domain/errors.ts';
import type { LengthResult, MediaInfo } from '../../../shared/engine-api/messages.ts';
import { isErrno, toSourceError } from '../../platform/files/file-errors.ts';
import { OPEN_AT_ONCE } from '../../platform/files/open-to-read.ts';
import { type MediaReader, openReader, type PacketSound } from '../media/reader.ts';
import { nextTurn } from '../media/turn.ts';
import { UNFINISHED } from '../strings.ts';

const HEAD_BYTES = 4096;

/**
 * Opens a recording; the caller closes it.
 * @param track among the audio tracks, from 1; by default the file's own choice
 * @throws CleartakeError sourceMissing, sourceUnreadable, sourceNotAFile, diskFailed, mediaEmpty, mediaNotRecognized, mediaDamaged, mediaNoSound,
 * mediaUnsupported
 */
export function openRecording(path: string, track?: number): MediaReader {
  const head = readHead(path);
  try {
    return openReader(path, track);
  } catch (failure) {
    const unknown = failure instanceof CleartakeError && failure.code === 'mediaNotRecognized';
    if (!unknown || !looksLikeMedia(head)) throw toSourceError(failure, path);
    const parts = lacksIndex(path, head) ? UNFINISHED : undefined;
    throw new CleartakeError('mediaDamaged', { cause: failure, detail: failure.message, parts });
  }
}

/** What a recording's headers say. @throws CleartakeError as openRecording does */
export async function probeFile(path: string, track?: number): Promise<MediaInfo> {
  const reader = openRecording(path, track);
  try {
    return reader.info;
  } finally {
    reader.close();
  }
}

function readHead(path: string): Buffer {
  try {
    const file = openSync(path, OPEN_AT_ONCE);
    try {
      const stat = fstatSync(file);
      // Reading a pipe or a device may never start or never end.
      if (!stat.isFile()) throw new CleartakeError('sourceNotAFile');
      if (stat.size === 0) throw new CleartakeError('mediaEmpty');
      const head = Buffer.alloc(HEAD_BYTES);
      return head.subarray(0, readSync(file, head, 0, HEAD_BYTES, 0));
    } finally {
      closeSync(file);
    }
  } catch (failure) {
    // Sockets and missing devices.
    if (isErrno(failure, 'ENXIO', 'ENODEV')) throw new CleartakeError('sourceNotAFile', { cause: failure });
    throw toSourceError(failure, path);
  }
}

/** Most boxes of an MP4 that are looked at. */
const MOST_BOXES = 1000;

/** Whether this is an MP4 or QuickTime file without `moov`, which its recorder writes last (ISO/IEC 14496-12, 8.2.1). */
function lacksIndex(path: string, head: Buffer): boolean {
  if (!['ftyp', 'mdat', 'wide', 'free'].includes(head.toString('latin1', 4, 8))) return false;
  const file = openSync(path, OPEN_AT_ONCE);
  try {
    const { size } = fstatSync(file);
    const box = Buffer.alloc(16);
    for (let at = 0, boxes = 0; at + 8 <= size && boxes < MOST_BOXES; boxes++) {
      readSync(file, box, 0, 16, at);
      if (['moov', 'moof'].includes(box.toString('latin1', 4, 8))) return false;
      const short = box.readUInt32BE(0);
      const bytes = short === 1 ? Number(box.readBigUInt64BE(8)) : short;
      // A size of nothing lasts to the end of the file.
      if (bytes < 8) break;
      at += bytes;
    }
    return true;
  } finally {
    closeSync(file);
  }
}

/** Whether the first bytes belong to a supported format: such a file is damaged rather than something else. */
function looksLikeMedia(head: Buffer): boolean {
  const tag = head.toString('latin1', 0, 4);
  if (['RIFF', 'RF64', 'fLaC', 'OggS', 'FORM', 'caff'].includes(tag) || tag.startsWith('ID3')) return true;
  if (['ftyp', 'moov', 'mdat', 'wide'].includes(head.toString('latin1', 4, 8))) return true;
  return head.length >= 4 && head.readUInt32BE(0) === 0x1a_45_df_a3; // EBML: Matroska and WebM
}

/** Packets between two turns of the event loop: a loop that never yields does not notice that its parent has exited. */
const PACKETS_A_TURN = 512;

/**
 * A recording's exact length, which is what is paid for, and whether there is anything to hear.
 * @throws CleartakeError as openRecording does; mediaEmpty when there is no audio
 */
export async function measureLength(path: string, track?: number): Promise<LengthResult> {
  const reader = openRecording(path, track);
  try {
    let isSilent = true;
    let frames = 0;
    let packets = 0;
    for (;;) {
      const sound: PacketSound | null = isSilent ? reader.read() : null;
      // Once there is something to hear, nothing needs to be decoded.
      const passed = isSilent ? (sound?.frames ?? null) : reader.passOver();
      if (passed === null) break;
      frames += passed;
      packets += 1;
      isSilent &&= sound?.channels.every((samples) => samples.every((sample) => sample === 0)) ?? true;
      if (packets % PACKETS_A_TURN === 0) await nextTurn();
    }
    if (frames === 0) throw new CleartakeError('mediaEmpty', { detail: 'no frame in it' });
    return { frames, sampleRate: reader.info.sampleRate, isSilent };
  } finally {
    reader.close();
  }
}
