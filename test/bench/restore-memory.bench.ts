/** How much memory the restoration of three hours takes, and whether it stays the same on the way. */

import path from 'node:path';
import { MODEL_IDS } from '../../shared/domain/models.ts';
import { ffmpeg } from '../fixtures/audio/media.ts';
import { memoryOfRestoring } from '../harness/engine/engine-memory.ts';
import { makeNoisyRecording } from '../harness/engine/engine-speed.ts';
import type { Bench } from './bench.ts';

const SECONDS = 3 * 60 * 60;

export const bench: Bench = {
  measures: 'Most memory of an engine process that restores three hours of stereo at 48 kHz, over both models',
  unit: 'MiB',
  target: 250,
  better: 'lower',
  run: async (folder) => {
    const input = path.join(folder, 'long.flac');
    ffmpeg('-stream_loop', '-1', '-i', makeNoisyRecording(folder, 2), '-t', String(SECONDS), input);
    const details: Record<string, number> = {};
    let value = 0;
    for (const model of MODEL_IDS) {
      const { at, most } = await memoryOfRestoring(input, path.join(folder, `${model}.flac`), model);
      for (const [part, mebibytes] of Object.entries(at)) details[`${model} at ${part} %`] = Math.round(mebibytes);
      details[`${model} most`] = Math.round(most);
      value = Math.max(value, most);
    }
    return { value, details };
  },
};
