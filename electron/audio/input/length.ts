/** A recording's exact length, counted packet by packet; headers are not trusted. */

import { CleartakeError } from '../../../shared/domain/errors.ts';
import type { LengthResult } from '../../../shared/engine-api/messages.ts';
import { nextTurn } from '../media/turn.ts';
import { openRecording } from './source-file.ts';

/** Packets between two turns of the event loop: a loop that never yields does not notice that its parent has exited. */
const PACKETS_A_TURN = 512;

/** @throws CleartakeError as openRecording does; mediaEmpty when there is no audio */
export async function measureLength(path: string): Promise<LengthResult> {
  const reader = openRecording(path);
  try {
    let frames = 0;
    let packets = 0;
    for (let held = reader.passOver(); held !== null; held = reader.passOver()) {
      frames += held;
      packets += 1;
      if (packets % PACKETS_A_TURN === 0) await nextTurn();
    }
    if (frames === 0) throw new CleartakeError('mediaEmpty', { detail: 'no frame in it' });
    return { frames, sampleRate: reader.info.sampleRate };
  } finally {
    reader.close();
  }
}
