/** How fast a large recording is sent, beside curl, which does nothing else. */

import { execFileSync, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import { inheritedEnvironment } from '../../electron/hosts/common/helper-environment.ts';
import type { Uploaded } from '../fixtures/upload-speed/uploader.ts';
import type { Bench } from './bench.ts';

const FILE_BYTES = 1024 ** 3;
const ROUNDS = 3;
const MOST_MEMORY_BYTES = 250 * 1000 * 1000;
const FIXTURES = path.resolve(import.meta.dirname, '../fixtures/upload-speed');

export const bench: Bench = {
  measures: 'Speed of an upload of 1 GiB to a sink on loopback, as a share of what curl reaches, best of three each',
  unit: 'of curl',
  target: 0.9,
  better: 'higher',
  run: async (folder) => {
    const file = path.join(folder, 'take.wav');
    writeLarge(file);
    const sink = start('sink.ts');
    const [port] = await once(sink, 'message');
    const url = `http://127.0.0.1:${port}/take.wav`;
    const ours: Uploaded[] = [];
    const curls: number[] = [];
    // Once for both uncounted: whoever is first reads the file from the disk.
    for (let round = 0; round <= ROUNDS; round++) {
      const [one, other] = [curlSeconds(url, file), await upload(url, file)];
      if (round === 0) continue;
      curls.push(one);
      ours.push(other);
    }
    sink.disconnect();
    const [seconds, curlBest] = [Math.min(...ours.map((one) => one.seconds)), Math.min(...curls)];
    const peakBytes = Math.max(...ours.map((one) => one.peakBytes));
    // A process that is too large has not met the target, however fast it was.
    const ratio = peakBytes <= MOST_MEMORY_BYTES ? curlBest / seconds : 0;
    return {
      value: ratio,
      details: {
        secondsOfOurs: ours.map((one) => one.seconds.toFixed(3)).join(', '),
        secondsOfCurl: curls.map((one) => one.toFixed(3)).join(', '),
        mibPerSecond: Math.round(FILE_BYTES / 1024 ** 2 / seconds),
        peakMemoryMb: Math.round(peakBytes / 1e6),
        mostMemoryMb: MOST_MEMORY_BYTES / 1e6,
      },
    };
  },
};

function start(entry: string, ...argv: string[]) {
  return fork(path.join(FIXTURES, entry), argv, { env: inheritedEnvironment(), execArgv: [] });
}

async function upload(url: string, file: string): Promise<Uploaded> {
  const child = start('uploader.ts', url, file);
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
  closeSync(handle);
}
