/** Start of the audio on the file's clock: in videos it starts slightly before or after the pictures. */

import { openRecording } from '../input/source-file.ts';

/** Containers round times and disagree on whether encoder delay counts, so several packets are read. */
const ASKED_PACKETS = 32;

/** Time of the first decoded frame in seconds; 0 without timestamps. */
export function soundBegins(path: string): number {
  const reader = openRecording(path);
  try {
    const { sampleRate } = reader.info;
    const beginnings: number[] = [];
    let passed = 0;
    for (let asked = 0; asked < ASKED_PACKETS; asked++) {
      const sound = reader.read();
      if (sound === null) break;
      if (passed > 0 && sound.timestamp !== null) {
        beginnings.push(sound.timestamp * reader.timeBase - passed / sampleRate);
      }
      passed += sound.frames;
    }
    return beginnings.toSorted((one, other) => one - other)[Math.floor(beginnings.length / 2)] ?? 0;
  } finally {
    reader.close();
  }
}
