/** All of a short recording at once, by the engine's own reader. */

import { openRecording } from '../../../electron/audio/input/source-file.ts';
import type { MediaInfo } from '../../../shared/engine-api/messages.ts';
import type { Channels } from '../../fixtures/audio/signals.ts';

export interface WholeRecording {
  readonly info: MediaInfo;
  readonly frames: number;
  readonly channels: Channels;
  readonly damagedPackets: number;
}

/** @throws CleartakeError as openRecording does */
export function readWhole(file: string): WholeRecording {
  const reader = openRecording(file);
  try {
    const parts: Channels[] = [];
    for (let sound = reader.read(); sound !== null; sound = reader.read()) {
      // What the decoder gives is valid only until the next packet.
      parts.push(sound.channels.map((samples) => samples.slice()));
    }
    const frames = parts.reduce((sum, part) => sum + (part[0]?.length ?? 0), 0);
    const { info, damagedPackets } = reader;
    const channels = Array.from({ length: info.channels }, (_, channel) => {
      const whole = new Float32Array(frames);
      let at = 0;
      for (const part of parts) {
        whole.set(part[channel] as Float32Array, at);
        at += (part[channel] as Float32Array).length;
      }
      return whole;
    });
    return { info, frames, channels, damagedPackets };
  } finally {
    reader.close();
  }
}
