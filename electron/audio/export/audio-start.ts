/** When the sound of a file begins on the file's own clock: videos start their sound a little before or after their pictures. */

import { openRecording } from '../input/source-file.ts';

/** Containers round times, and disagree on whether the encoder's delay counts, so several packets are asked. */
const ASKED_PACKETS = 32;

/** Seconds, of the first frame that is decoded; 0 where there are no times. */
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
