/** A program on a disk that is in trouble, each kind on a tmpfs of its own or under a limit: what it says, and whether it goes on afterward. */

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { writeTone } from '../../fixtures/tone.ts';
import { type CliResult, startCli } from '../cli/run-cli.ts';

export interface TroubleVerdict {
  readonly name: string;
  /** The lines that the program printed while the trouble lasted. */
  readonly said: string;
  readonly isTold: boolean;
  /** Whether the recording is done once the trouble is over. */
  readonly isDone: boolean;
}

const NO_SPACE = /no space left|disk is full/;

/** How long a program is watched while the trouble lasts. */
const WATCHED_MS = 20_000;

/** Why no disk can be mounted here, or null when one can. */
export function whyNoMounts(folder: string): string | null {
  const place = path.join(folder, 'probe');
  mkdirSync(place);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', place], { stdio: 'ignore' });
    execFileSync('umount', [place]);
    return null;
  } catch {
    return 'a disk of its own can only be mounted by root';
  }
}

/**
 * Runs the program in each trouble, ends the trouble, and runs it again.
 * @param sizes of disks that are nearly full, in KB
 * @param readOnly folders that can only be read
 */
export async function tryDisks(
  folder: string,
  sizes: readonly number[],
  readOnly: readonly ('data' | 'out')[] = ['data', 'out'],
): Promise<TroubleVerdict[]> {
  const recording = path.join(folder, 'take.wav');
  writeTone(recording, { seconds: 1 });
  const verdicts: TroubleVerdict[] = [];
  for (const kilobytes of sizes) {
    const disk = mounted(folder, `full-${kilobytes}`, `size=${kilobytes}k`);
    const [data, out] = [path.join(disk, 'data'), path.join(folder, `out-${kilobytes}`)];
    const said = await watched(['restore', recording, '--out', out, '--data-dir', data]);
    execFileSync('mount', ['-o', 'remount,size=256m', disk]);
    verdicts.push(await judged(`${kilobytes} KB`, said, NO_SPACE, { recording, data, out }));
    execFileSync('umount', [disk]);
  }
  {
    const [data, out] = [path.join(folder, 'few'), path.join(folder, 'out-few')];
    const said = await watched(['restore', recording, '--out', out, '--data-dir', data], ['prlimit', '--nofile=24:24']);
    verdicts.push(await judged('24 open files', said, /open no more files/, { recording, data, out }));
  }
  for (const place of readOnly) {
    const disk = mounted(folder, `read-only-${place}`, 'size=256m');
    execFileSync('mount', ['-o', 'remount,ro', disk]);
    const free = path.join(folder, `beside-${place}`);
    const [data, out] = place === 'data' ? [disk, free] : [free, path.join(disk, 'out')];
    const said = await watched(['restore', recording, '--out', out, '--data-dir', data]);
    execFileSync('mount', ['-o', 'remount,rw', disk]);
    verdicts.push(await judged(`read-only ${place}`, said, /is read-only/, { recording, data, out }));
    execFileSync('umount', [disk]);
  }
  return verdicts;
}

function mounted(folder: string, name: string, options: string): string {
  const disk = path.join(folder, name);
  mkdirSync(disk);
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', disk]);
  return disk;
}

/** What the program prints until it ends or the time is up. */
async function watched(words: readonly string[], watcher: readonly string[] = []): Promise<CliResult> {
  const { child, result } = startCli(words, { watcher });
  const timer = setTimeout(() => child.kill('SIGTERM'), WATCHED_MS);
  return await result.finally(() => clearTimeout(timer));
}

async function judged(
  name: string,
  { stderr, stdout }: CliResult,
  says: RegExp,
  { data, out, recording }: { readonly data: string; readonly out: string; readonly recording: string },
): Promise<TroubleVerdict> {
  const said = `${stdout}${stderr}`;
  // What the first run took in is finished; what it didn't is added now.
  await startCli(['resume', '--data-dir', data]).result;
  await startCli(['restore', recording, '--out', out, '--data-dir', data]).result;
  const isDone = existsSync(path.join(out, 'take (service-2).wav'));
  return { name, said, isTold: says.test(said), isDone };
}
