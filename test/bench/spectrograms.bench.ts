/**
 * Pictures to look at: three samples before, by `service-2` and by `service-3.5`, one below the other, in results/. What they should show:
 * noise and tones gone between words, the voice's lines and hisses whole, nothing where nothing was, no borders in time.
 */

import { existsSync } from 'node:fs';
import path from 'node:path';
import { createEngine } from '../../electron/audio/engine.ts';
import { MODEL_IDS } from '../../shared/domain/models.ts';
import { ffmpeg, speech } from '../fixtures/audio/media.ts';
import { atRatio, writeWav } from '../fixtures/audio/signals.ts';
import { clipped, inRoom, mainsHum, pink, room, withClicks } from '../fixtures/quality/noises.ts';
import type { Bench } from './bench.ts';

const RATE = 48_000;
const SECONDS = 8;
const RESULTS = path.join(import.meta.dirname, 'results');
/** Up to 16 kHz; width and height of one of the three, and the range of levels in dB. A height of a power of two is drawn quickly. */
const PICTURE = 'aresample=32000,showspectrumpic=s=1100x256:drange=90:color=viridis:legend=1';

export const bench: Bench = {
  measures: 'Spectrogram pictures of three samples written to results/, each before and by both models',
  unit: 'pictures',
  target: 3,
  better: 'higher',
  run: async (folder) => {
    const pictures: string[] = [];
    for (const [name, samples] of Object.entries(await makeSamples(folder))) {
      const before = path.join(folder, `${name}.wav`);
      writeWav(before, [samples], RATE);
      const files = [before];
      for (const model of MODEL_IDS) {
        const output = path.join(folder, `${name}-${model}.wav`);
        const outputs = [{ path: output, format: 'source' as const }];
        await createEngine().restore({ input: before, model, outputs }, () => undefined);
        files.push(output);
      }
      pictures.push(draw(files, path.join(RESULTS, `spectrogram-${name}.jpg`)));
    }
    return { value: pictures.filter((picture) => existsSync(picture)).length, details: { folder: RESULTS } };
  },
};

async function makeSamples(folder: string): Promise<Readonly<Record<string, Float32Array>>> {
  const clean = speech(folder, SECONDS, RATE);
  const noisy = atRatio(clean, pink(clean.length, 1), 5);
  return {
    'noise-and-hum': atRatio(noisy, mainsHum(clean.length, 2, 50, RATE), 6),
    room: await inRoom(clean, room(0.8, 3, RATE)),
    'clicks-and-clipping': withClicks(clipped(clean, 0.25), 4, RATE),
  };
}

function draw(files: readonly string[], picture: string): string {
  const panels = files.map((file) => `${file}.png`);
  for (const [index, file] of files.entries()) {
    ffmpeg('-i', file, '-lavfi', PICTURE, '-frames:v', '1', '-update', '1', panels[index] as string);
  }
  const stacked = `vstack=inputs=${panels.length}`;
  ffmpeg(...panels.flatMap((panel) => ['-i', panel]), '-filter_complex', stacked, '-update', '1', '-q:v', '5', picture);
  return picture;
}
