/**
 * Pictures to look at: samples before, by `service-2` and by `service-3.5`, one below the other. What they should show: noise and tones gone
 * between words, the voice's lines and hisses whole, nothing where nothing was, no borders in time, pauses that are still the room's.
 * Without CLEARTAKE_UNTUNED there are three samples; with it, eight telling ones of its recordings. Pictures, and the sound itself, come to
 * the folder that CLEARTAKE_SPECTROGRAMS names, or the pictures alone to results/. CLEARTAKE_OLD names the folder of an earlier run: what
 * that engine made is drawn above what this one makes.
 */

import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { createEngine } from '../../electron/audio/engine.ts';
import { MODEL_IDS } from '../../shared/domain/models.ts';
import { ffmpeg, speech } from '../fixtures/audio/media.ts';
import { atRatio, writeWav } from '../fixtures/audio/signals.ts';
import type { Piece } from '../fixtures/quality/material.ts';
import { clipped, inRoom, mainsHum, pink, room, withClicks } from '../fixtures/quality/noises.ts';
import { makeUntuned } from '../fixtures/quality/untuned.ts';
import type { Bench } from './bench.ts';

const RATE = 48_000;
const SECONDS = 8;
/** Hz, to which the pictures reach at most. */
const HIGHEST = 16_000;
/** Width and height of one of the pictures below one another, and the range of levels in dB. A height of a power of two is drawn quickly. */
const PICTURE = 'showspectrumpic=s=1100x256:drange=90:color=viridis:legend=1';

interface Sample {
  readonly samples: Float32Array;
  /** Hz. */
  readonly rate: number;
}

export const bench: Bench = {
  measures: 'Spectrogram pictures of samples, each before and by both models, as many as there are samples',
  unit: 'pictures missing',
  target: 0,
  better: 'lower',
  run: async (folder) => {
    const results = process.env.CLEARTAKE_SPECTROGRAMS ?? path.join(import.meta.dirname, 'results');
    mkdirSync(results, { recursive: true });
    const untuned = process.env.CLEARTAKE_UNTUNED;
    const samples = untuned === undefined ? await makeSamples(folder) : await tellingSamples(untuned);
    const pictures: string[] = [];
    for (const [name, { samples: heard, rate }] of Object.entries(samples)) {
      const before = path.join(folder, `${name}.wav`);
      writeWav(before, [heard], rate);
      const files = [before];
      for (const model of MODEL_IDS) {
        const file = `${name}-${model}.wav`;
        const output = path.join(folder, file);
        const outputs = [{ path: output, format: 'source' as const }];
        await createEngine().restore({ input: before, model, outputs }, () => undefined);
        const old = path.join(process.env.CLEARTAKE_OLD ?? '', file);
        if (process.env.CLEARTAKE_OLD !== undefined && existsSync(old)) files.push(old);
        files.push(output);
        if (process.env.CLEARTAKE_SPECTROGRAMS !== undefined) copyFileSync(output, path.join(results, file));
      }
      pictures.push(draw(folder, files, rate, path.join(results, `spectrogram-${name}.jpg`)));
    }
    return { value: pictures.filter((picture) => !existsSync(picture)).length, details: { folder: results } };
  },
};

async function makeSamples(folder: string): Promise<Readonly<Record<string, Sample>>> {
  const clean = speech(folder, SECONDS, RATE);
  const noisy = atRatio(clean, pink(clean.length, 1), 5);
  const of = (samples: Float32Array): Sample => ({ samples, rate: RATE });
  return {
    'noise-and-hum': of(atRatio(noisy, mainsHum(clean.length, 2, 50, RATE), 6)),
    room: of(await inRoom(clean, room(0.8, 3, RATE))),
    'clicks-and-clipping': of(withClicks(clipped(clean, 0.25), 4, RATE)),
  };
}

/** Rows of the untuned part from which one piece is drawn: the one at 5 dB, where there is noise. */
const TELLING: Readonly<Record<string, string>> = {
  keyboard: 'keyboard',
  bicycle: 'bicycle',
  music: 'music bed',
  'room-0.4': 'room T60 0.4',
  'room-0.8': 'room T60 0.8',
  babble: 'babble of six',
};
const STUDIO = 'clean full band';

async function tellingSamples(untuned: string): Promise<Readonly<Record<string, Sample>>> {
  const pieces = await makeUntuned(untuned, (row) => row === STUDIO || Object.values(TELLING).includes(row));
  const samples: Record<string, Sample> = {};
  for (const [name, row] of Object.entries(TELLING)) {
    const piece = pieces.filter((one) => one.row === row)[1];
    if (piece !== undefined) samples[name] = { samples: piece.heard, rate: piece.rate };
  }
  const studio = pieces.filter((one) => one.row === STUDIO).at(-1);
  if (studio !== undefined) {
    samples.sibilants = { samples: atRatio(studio.clean, pink(studio.clean.length, 1), 15), rate: studio.rate };
    samples['studio-pause'] = withPause(studio);
  }
  return samples;
}

/** Two seconds of nothing but a quiet room in the middle of the sentence. */
function withPause({ clean, rate }: Piece): Sample {
  const half = Math.floor(clean.length / 2);
  const samples = new Float32Array(clean.length + 2 * rate);
  samples.set(clean.subarray(0, half));
  samples.set(clean.subarray(half), half + 2 * rate);
  return { samples: atRatio(samples, pink(samples.length, 2), 45), rate };
}

function draw(folder: string, files: readonly string[], rate: number, picture: string): string {
  const panels = files.map((_, index) => path.join(folder, `panel-${index}.png`));
  const sampleRate = Math.min(rate, 2 * HIGHEST);
  for (const [index, file] of files.entries()) {
    const filters = `aresample=${sampleRate},${PICTURE}`;
    ffmpeg('-i', file, '-lavfi', filters, '-frames:v', '1', '-update', '1', panels[index] as string);
  }
  const stacked = `vstack=inputs=${panels.length}`;
  ffmpeg(...panels.flatMap((panel) => ['-i', panel]), '-filter_complex', stacked, '-update', '1', '-q:v', '5', picture);
  return picture;
}
