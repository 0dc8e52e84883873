/** The frames of MP3 and plain AAC files, whose packets in a row are a file again. */

import { AV_PKT_DATA_SKIP_SAMPLES, AVDISCARD_ALL } from 'node-av/constants';
import { Packet } from 'node-av/lib';
import { readPacket } from '../disk-failures.ts';
import { openInput } from '../open-input.ts';
import { nextTurn } from '../turn.ts';
import { isTag } from './mp3-damage.ts';
import { soundStreamIndex } from './sound-stream.ts';

const PLAIN = ['mp3', 'aac'];
const PACKETS_A_TURN = 512;

/** @param container FFmpeg's name */
export function isPlainContainer(container: string): boolean {
  return PLAIN.includes(container);
}

/** Whether the file says that its encoder's delay is to be left out: then its frames are no continuation of another file's. */
export async function hasDelay(path: string): Promise<boolean> {
  let delay = 0;
  await eachFrame(path, (_data, _byte, skipped) => {
    delay = skipped;
    return false;
  });
  return delay > 0;
}

/**
 * Calls `take` for each frame, without tags, with its first byte and how many of its samples are to be left out, as long as it answers true.
 * @throws CleartakeError mediaNotRecognized; diskFailed and the like
 */
export async function eachFrame(
  path: string,
  take: (data: Buffer, byte: number, skipped: number) => boolean,
): Promise<void> {
  const format = openInput(path);
  const packet = new Packet();
  packet.alloc();
  try {
    const index = soundStreamIndex(format, path);
    for (const stream of format.streams) if (stream.index !== index) stream.discard = AVDISCARD_ALL;
    for (let packets = 1; readPacket(format, packet, path) >= 0; packets++) {
      const { data } = packet;
      if (packet.streamIndex === index && data !== null && !isTag(data)) {
        const skipped = packet.getSideData(AV_PKT_DATA_SKIP_SAMPLES)?.readUInt32LE(0) ?? 0;
        if (!take(data, Math.max(0, Number(packet.pos)), skipped)) return;
      }
      packet.unref();
      if (packets % PACKETS_A_TURN === 0) await nextTurn();
    }
  } finally {
    packet.free();
    format.closeInputSync();
  }
}
