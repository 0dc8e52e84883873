/** Runs where an engine would, tries what an engine needs and what it doesn't, and prints what became of each, as JSON. */

import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import inspector from 'node:inspector';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { WASI } from 'node:wasi';
import { startNetworkPool } from '../../../electron/audio/chains/network/network-pool.ts';
import { startMeasuringWorker } from '../../../electron/audio/measures/worker/measuring-worker.ts';
import { openInput } from '../../../electron/audio/media/open-input.ts';

const [recording = ''] = process.argv.slice(2);
const file = path.join(tmpdir(), `rights-${process.pid}`);

const ATTEMPTS: Readonly<Record<string, () => unknown>> = {
  'a program': () => execFileSync('true'),
  'a shell': () => {
    const { error } = spawnSync('true', { shell: true });
    if (error !== undefined) throw error;
  },
  'an inspector': () => inspector.open(0, '127.0.0.1'),
  WASI: () => new WASI({ version: 'preview1' }),
  'a recording by FFmpeg': () => openInput(recording).closeInputSync(),
  'a folder': () => readdirSync(path.dirname(recording)),
  'a file': () => {
    writeFileSync(file, 'written');
    rmSync(file);
  },
  'a thread that measures': async () => {
    const measurer = await startMeasuringWorker({ sampleRate: 48_000, channels: 1, bitDepth: 16 });
    if (measurer === null) throw new Error('No thread');
    measurer.close();
  },
  'a thread beside a restoration': async () => {
    const pool = await startNetworkPool(1, 1);
    pool.close();
    if (pool.startedThreads === 0) throw new Error('No thread');
  },
};

const outcomes: Record<string, string> = {};
for (const [name, attempt] of Object.entries(ATTEMPTS)) {
  try {
    await attempt();
    outcomes[name] = 'done';
  } catch (failure) {
    outcomes[name] = String(Object(failure).code ?? failure);
  }
}
inspector.close();
console.log(JSON.stringify(outcomes));
process.exit(0);
