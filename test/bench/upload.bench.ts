/** How fast a large recording is sent, beside curl, which does nothing else. */

import { execFileSync, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, fsyncSync, openSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { helperEnvironment } from '../../electron/hosts/common/processes/helper-environment.ts';
import type { Uploaded } from '../harness/load/uploader.ts';
import type { Bench } from './bench.ts';

const FILE_BYTES = 1024 ** 3;
const ROUNDS = 7;
const MOST_MEMORY_BYTES = 250 * 1000 * 1000;
const FIXTURES = path.resolve(import.meta.dirname, '../harness/load');

export const bench: Bench = {
  measures: `Speed of an upload of 1 GiB to a sink on loopback, as a share of what curl reaches: the median of ${ROUNDS} rounds, each of both in turn`,
  unit: 'of curl',
  target: 0.9,
  better: 'higher',
  run: async (folder) => {
    const file = path.join(folder, 'take.wav');
    const small = path.join(folder, 'small.wav');
    writeLarge(file);
    writeFileSync(small, randomBytes(100_000));
    const sink = start('sink.ts');
    const [port] = await once(sink, 'message');
    const url = `http://127.0.0.1:${port}/take.wav`;
    const ours: Uploaded[] = [];
    const curls: number[] = [];
    // Neither counts the start of its process. A desk has spoken with the service before it uploads: a small file loads what that loads.
    const runOurs = async () => ours.push(await upload(url, small, file));
    const runCurl = () => curls.push(curlSeconds(url, file));
    await runOurs();
    runCurl();
    // Once for both uncounted: whoever is first reads the file from the disk.
    ours.length = 0;
    curls.length = 0;
    for (let round = 0; round < ROUNDS; round++) {
      if (round % 2 === 0) runCurl();
      await runOurs();
      if (round % 2 === 1) runCurl();
    }
    sink.disconnect();
    const seconds = ours.map((one) => one.seconds);
    const peakBytes = Math.max(...ours.map((one) => one.peakBytes));
    // Both of a round ran side by side in time, so that what else the machine did burdens both.
    const ratio = median(curls.map((curl, round) => curl / (seconds[round] as number)));
    return {
      // A process that is too large has not met the target, however fast it was.
      value: peakBytes <= MOST_MEMORY_BYTES ? ratio : 0,
      details: {
        secondsOfOurs: seconds.map((one) => one.toFixed(3)).join(', '),
        secondsOfCurl: curls.map((one) => one.toFixed(3)).join(', '),
        processorSecondsOfOurs: Number(median(ours.map((one) => one.processorSeconds)).toFixed(3)),
        mibPerSecond: Math.round(FILE_BYTES / 1024 ** 2 / median(seconds)),
        peakMemoryMb: Math.round(peakBytes / 1e6),
        mostMemoryMb: MOST_MEMORY_BYTES / 1e6,
      },
    };
  },
};

function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function start(entry: string, ...argv: string[]) {
  return fork(path.join(FIXTURES, entry), argv, { env: helperEnvironment(), execArgv: [] });
}

async function upload(url: string, ...files: readonly string[]): Promise<Uploaded> {
  const child = start('uploader.ts', url, ...files);
  const gone = once(child, 'exit');
  const [uploaded] = (await Promise.race([once(child, 'message'), gone])) as [Uploaded | number];
  if (typeof uploaded === 'number') throw new Error(`The upload ended with ${uploaded}`);
  await gone;
  return uploaded;
}

function curlSeconds(url: string, file: string): number {
  const argv = ['--silent', '--show-error', '--fail', '-o', '/dev/null', '-w', '%{time_total}', '-T', file, url];
  return Number(execFileSync('curl', argv, { encoding: 'utf8' }));
}

function writeLarge(file: string): void {
  const piece = randomBytes(8 * 1024 * 1024);
  const handle = openSync(file, 'w');
  for (let bytes = 0; bytes < FILE_BYTES; bytes += piece.length) writeSync(handle, piece);
  // What the disk still has to write would burden whoever comes first.
  fsyncSync(handle);
  closeSync(handle);
}
