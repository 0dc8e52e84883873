/** Loudness and true peak of a stream or of a whole file. */

import type { SoundFigures } from '../../../shared/domain/export/level.ts';
import { createLoudnessMeter } from '../dsp/loudness/loudness-meter.ts';
import { createTruePeakMeter } from '../dsp/loudness/true-peak.ts';
import type { Block } from '../dsp/stage.ts';
import { decodeAll } from '../input/decode-pass.ts';
import { openRecording } from '../input/source-file.ts';
import { figuresOf } from './level.ts';

export interface Meter {
  /** The largest sample so far, linear: more than 1 is beyond full scale. */
  readonly largest: number;
  push(block: Block): void;
  finish(): SoundFigures;
}

/** @param sampleRate Hz */
export function createMeter(sampleRate: number, channels: number): Meter {
  const loudness = createLoudnessMeter(sampleRate, channels);
  const peak = createTruePeakMeter(channels);
  let largest = 0;
  return {
    get largest() {
      return largest;
    },
    push: (block) => {
      for (const samples of block)
        for (const value of samples) if (Math.abs(value) > largest) largest = Math.abs(value);
      loudness.push(block);
      peak.push(block);
    },
    finish: () => figuresOf(loudness.finish(), peak.finish()),
  };
}

/** Measures a decoded file. @throws CleartakeError as openRecording and decodeAll do */
export async function measureFile(path: string): Promise<SoundFigures> {
  const reader = openRecording(path);
  try {
    const meter = createMeter(reader.info.sampleRate, reader.info.channels);
    await decodeAll(reader, (sound) => {
      if (sound.frames > 0) meter.push(sound.channels);
    });
    return meter.finish();
  } finally {
    reader.close();
  }
}
