/** How true the time left is that the desk shows for a batch, without anything learned before. */

import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { createDesk } from '../../electron/core/desk.ts';
import { createDeskClient } from '../../electron/hosts/common/desk-client.ts';
import { testPorts, testSettings } from '../harness/desk/desk-ports.ts';
import { timedSpawn } from '../harness/estimates/timed-engine.ts';
import { type Batch, judgeBatch, mixedLengths } from '../harness/estimates/watch-batch.ts';
import { createDraw } from '../harness/simulation/draw.ts';
import type { Bench } from './bench.ts';

const SHARES = [0.25, 0.5, 0.75] as const;
/** Slower than the first guess by other factors for each part, so that it has to be learned. */
const TIMING = { baseMs: 300, msPerSecond: { 'service-2': 8, 'service-3.5': 16 }, spread: 0.2 };

export const bench: Bench = {
  measures:
    'How far the time left is from the truth at 25, 50 and 75 % of six batches of mixed lengths, the worst of the eighteen; each on a desk that has learned nothing yet',
  unit: '% off',
  target: 30,
  better: 'lower',
  run: async (folder) => {
    const details: Record<string, number> = {};
    let worst = 0;
    let tooEarly = 0;
    for (const [name, batch] of Object.entries(batches())) {
      const place = path.join(folder, name);
      const { judgments, seconds } = await run(place, batch);
      details[`${name}: seconds`] = Math.round(seconds);
      for (const [index, { off, tooEarly: early }] of judgments.entries()) {
        details[`${name}: % off at ${100 * (SHARES[index] ?? 0)} %`] = Math.round(100 * off);
        worst = Math.max(worst, 100 * Math.abs(off));
        tooEarly += early;
      }
    }
    return { value: worst, details: { ...details, 'rows promised too early': tooEarly } };
  },
};

function batches(): Readonly<Record<string, Batch>> {
  const random = createDraw(7).fraction;
  const one = ['service-2'] as const;
  const long = mixedLengths(2, 1500, 2400, random);
  const short = mixedLengths(30, 10, 120, random);
  return {
    'forty clips': { models: one, lengths: mixedLengths(40, 5, 60, random) },
    'ten episodes': { models: one, lengths: mixedLengths(10, 300, 1200, random) },
    'long ones last': { models: one, lengths: [...short, ...long] },
    'long ones first': { models: one, lengths: [...long, ...short] },
    'both models': { models: ['service-2', 'service-3.5'], lengths: mixedLengths(14, 20, 400, random) },
    'everything mixed': { models: one, lengths: mixedLengths(24, 5, 1800, random) },
  };
}

async function run(folder: string, batch: Batch) {
  mkdirSync(folder, { recursive: true });
  const spawn = timedSpawn(TIMING, createDraw(folder.length).fraction);
  const settings = testSettings(path.join(folder, 'data'), { concurrency: null, host: 'browser' });
  mkdirSync(settings.dataDirectory, { recursive: true });
  const desk = createDesk(testPorts({ spawn }), settings);
  try {
    return await judgeBatch(createDeskClient(desk.router), folder, batch, SHARES);
  } finally {
    await desk.close();
  }
}
