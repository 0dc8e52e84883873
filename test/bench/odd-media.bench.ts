/** Odd, damaged and hostile files, each before a real engine process: restored as far as it goes, or refused with a sentence. */

import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { LONG } from '../fixtures/odd-media/bombs.ts';
import { fuzzed, HARMED, HOSTILE } from '../fixtures/odd-media/corpus.ts';
import { createOriginals } from '../fixtures/odd-media/odd-medium.ts';
import { type Row, tableOf, tryAll } from '../harness/engine/odd-media-trial.ts';
import type { Bench } from './bench.ts';

/** Of each of the originals. */
const FUZZED = 30;

export const bench: Bench = {
  measures:
    'odd, damaged and hostile files that were not treated rightly: a crash, a hang, too much memory, another length, no clear sentence',
  unit: 'faults',
  target: 0,
  better: 'lower',
  async run(folder) {
    const room = path.join(folder, 'files');
    mkdirSync(room);
    const originals = createOriginals(path.join(folder, 'originals'));
    const rows: Row[] = [];
    for (const media of [HOSTILE, HARMED, fuzzed(FUZZED), LONG]) rows.push(...(await tryAll(media, originals, room)));
    console.log(tableOf(rows.slice(0, HOSTILE.length + HARMED.length)));
    const faulty = rows.filter((row) => row.faults.length > 0);
    const restored = rows.filter((row) => row.outcome.startsWith('restored')).length;
    return {
      value: faulty.length,
      details: {
        files: rows.length,
        restored,
        refused: rows.length - restored,
        mostMegabytes: Math.max(...rows.map((row) => row.megabytes ?? 0)),
        slowestMilliseconds: Math.max(
          ...rows.filter(({ name }) => !LONG.some((one) => one.name === name)).map((row) => row.milliseconds),
        ),
        faulty: faulty.map((row) => `${row.name}: ${row.faults.join(', ')}`).join('; '),
      },
    };
  },
};
