/** One streaming pass over a whole recording that regularly yields to the event loop. */

import { CleartakeError } from '../../../shared/domain/errors.ts';
import type { MediaReader, PacketSound } from '../media/reader.ts';
import { nextTurn } from '../media/turn.ts';
import { DAMAGED } from '../strings.ts';

/**
 * Most work between two turns of the event loop. A loop that never yields keeps every frame in memory, reports no progress and does not
 * notice that its parent has exited.
 */
const PACKETS_A_TURN = 64;
const FRAMES_A_TURN = 65_536;

/**
 * Calls `take` for every packet in order and awaits a returned promise.
 * @returns frames decoded
 * @throws CleartakeError mediaDamaged when most packets cannot be decoded, mediaEmpty when there is no audio
 */
export async function decodeAll(reader: MediaReader, take: Take): Promise<number> {
  const { frames, isDamaged } = await decodeWhatIsThere(reader, take);
  const detail = `${reader.damagedPackets} packets are damaged`;
  if (isDamaged) throw new CleartakeError('mediaDamaged', { detail, parts: DAMAGED });
  return frames;
}

type Take = (sound: PacketSound) => Promise<void> | undefined | void;

/**
 * The same, however much of it is damaged.
 * @returns `isDamaged` when most packets cannot be decoded; frames of silence that stand for such packets
 * @throws CleartakeError mediaDamaged when none can, mediaEmpty when there is no audio
 */
export async function decodeWhatIsThere(
  reader: MediaReader,
  take: Take,
): Promise<{ readonly frames: number; readonly damagedFrames: number; readonly isDamaged: boolean }> {
  let missing = 0;
  let damagedFrames = 0;
  let frames = 0;
  let packets = 0;
  let packetsThisTurn = 0;
  let framesThisTurn = 0;
  for (let sound = reader.read(); sound !== null; sound = reader.read()) {
    const wait = take(sound);
    if (wait instanceof Promise) await wait;
    frames += sound.frames;
    missing += sound.missing;
    if (sound.byte !== null) damagedFrames += sound.missing;
    packets += 1;
    packetsThisTurn += 1;
    framesThisTurn += sound.frames;
    if (packetsThisTurn < PACKETS_A_TURN && framesThisTurn < FRAMES_A_TURN) continue;
    packetsThisTurn = 0;
    framesThisTurn = 0;
    await nextTurn();
  }
  const isDamaged = reader.damagedPackets > packets / 2;
  if (isDamaged && missing === frames) throw new CleartakeError('mediaDamaged', { detail: 'no packet can be decoded' });
  if (frames === 0) throw new CleartakeError('mediaEmpty', { detail: 'no frame in it' });
  return { frames, damagedFrames, isDamaged };
}
