/** `npm run bench [-- NAME…]`: runs benchmarks one after the other, a line and a JSON file for each. */

import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir, totalmem } from 'node:os';
import path from 'node:path';
import { type Bench, formatFigure, meetsTarget } from './bench.ts';

const ENDING = '.bench.ts';
const RESULTS = path.join(import.meta.dirname, 'results');

async function main(names: readonly string[]): Promise<number> {
  const known = readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith(ENDING))
    .map((file) => file.slice(0, -ENDING.length))
    .sort();
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    console.error(`No benchmark is called ${unknown.join(', ')}. There are: ${known.join(', ') || 'none yet'}.`);
    return 2;
  }
  mkdirSync(RESULTS, { recursive: true });
  let failures = 0;
  for (const name of names.length === 0 ? known : names) {
    try {
      await runOne(name);
    } catch (failure) {
      failures += 1;
      console.error(failure);
      console.log(`bench ${name}: failed`);
    }
  }
  return failures === 0 ? 0 : 1;
}

/** A missed target is a result like any other; only a benchmark that breaks down is a failure. */
async function runOne(name: string): Promise<void> {
  const { bench }: { bench: Bench } = await import(`./${name}${ENDING}`);
  const folder = mkdtempSync(path.join(tmpdir(), `cleartake-bench-${name}-`));
  try {
    const result = await bench.run(folder);
    const met = meetsTarget(bench, result.value);
    const { measures, unit, target } = bench;
    const record = { name, measures, ...result, unit, target, met, at: new Date().toISOString(), machine: machine() };
    writeFileSync(path.join(RESULTS, `${name}.json`), `${JSON.stringify(record, null, 2)}\n`);
    const goal = `target ${bench.better === 'lower' ? '≤' : '≥'} ${formatFigure(target, unit)}${met ? '' : ', missed'}`;
    console.log(`bench ${name}: ${formatFigure(result.value, unit)} (${goal})`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function machine(): Record<string, string | number> {
  return {
    processor: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    memoryGiB: Math.round(totalmem() / 1024 ** 3),
    platform: `${process.platform} ${process.arch}`,
    node: process.versions.node,
  };
}

process.exitCode = await main(process.argv.slice(2));
