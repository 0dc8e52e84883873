/**
 * The program on a disk that is in trouble, each kind on a tmpfs of its own or under a limit: what it says, whether it goes on by itself
 * once the trouble is over, and what the service was paid.
 */

import { type ChildProcess, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { systemClock } from '../../../electron/platform/time/clock.ts';
import { writeTone } from '../../fixtures/tone.ts';
import { startCli } from '../cli/run-cli.ts';
import { SCRIPTED_KEY, startScriptedService } from '../remote/scripted-service.ts';

export interface TroubleVerdict {
  readonly name: string;
  /** What the person read while the trouble lasted. */
  readonly said: string;
  /** Whether the trouble was met at all. */
  readonly isMet: boolean;
  /** Whether that names the right cause and place. */
  readonly isTold: boolean;
  /** Whether the recording is done once the trouble is over: `itself`, or `again` where the program ended and was begun once more. */
  readonly isDone: 'itself' | 'again' | null;
  /** What else went wrong, such as what was paid twice. */
  readonly wrong: readonly string[];
}

interface Case {
  readonly name: string;
  readonly says: RegExp;
  /** Folders of the case; one of them is the disk. */
  readonly data: string;
  readonly out: string;
  /** The place that must be named; null for what is about no place. */
  readonly place: string | null;
  /** Words before the program. */
  readonly watcher?: readonly string[];
  /** Called once the program has begun with the recording. */
  readonly begin?: (program: ChildProcess) => void;
  readonly end: (program: ChildProcess) => void;
  readonly remove?: () => void;
}

const NO_SPACE = /no space left/;
const FEW_FILES = /open no more files/;
const READ_ONLY = /is read-only/;

/** How long a program is watched while the trouble lasts, and how long it may take to go on afterward. */
const WATCHED_MS = 25_000;
const LONGEST_MS = 150_000;
const LOOK_MS = 50;
const LEAVING_MS = 3000;
/** What a process has open at least, and one more. */
const FEW = '24';

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
 * Runs the program in each trouble, and ends the trouble.
 * @param sizes of disks that are nearly full, in KB
 */
export async function tryDisks(folder: string, sizes: readonly number[]): Promise<TroubleVerdict[]> {
  const verdicts: TroubleVerdict[] = [];
  for (const make of casesOf(folder, sizes)) {
    const one = make();
    verdicts.push(await tryCase(folder, one).finally(() => one.remove?.()));
  }
  return verdicts;
}

function casesOf(folder: string, sizes: readonly number[]): (() => Case)[] {
  const inside = (name: string) => path.join(folder, name.replaceAll(' ', '-'));
  const onDisk =
    (name: string, place: 'data' | 'out', says: RegExp, size: string, hurt: string, heal: string) => () => {
      const disk = mounted(inside(name), size);
      if (hurt !== '') remount(disk, hurt);
      const beside = inside(`beside ${name}`);
      const [data, out] = place === 'data' ? [path.join(disk, 'data'), beside] : [beside, path.join(disk, 'out')];
      const end = () => remount(disk, heal);
      return { name, says, data, out, place: disk, end, remove: () => execFileSync('umount', ['-l', disk]) };
    };
  const places = ['data', 'out'] as const;
  return [
    ...places.flatMap((place) =>
      sizes.map((size) => onDisk(`${size} KB for ${place}`, place, NO_SPACE, `${size}k`, '', 'size=256m')),
    ),
    ...places.map((place) => onDisk(`read-only ${place}`, place, READ_ONLY, '256m', 'ro', 'rw')),
    () => ({
      name: `${FEW} open files`,
      says: FEW_FILES,
      data: inside('few data'),
      out: inside('few out'),
      place: null,
      watcher: ['prlimit', `--nofile=${FEW}:${FEW}`],
      end: () => undefined,
    }),
    () => ({
      name: `${FEW} open files later`,
      says: FEW_FILES,
      data: inside('later data'),
      out: inside('later out'),
      place: null,
      begin: (program) => limitFiles(program, FEW),
      end: (program) => limitFiles(program, '1024'),
    }),
  ];
}

async function tryCase(folder: string, { name, says, place, data, out, ...one }: Case): Promise<TroubleVerdict> {
  const recording = path.join(folder, 'take.wav');
  if (!existsSync(recording)) writeTone(recording, { seconds: 1 });
  const service = await startScriptedService({ key: SCRIPTED_KEY });
  const environment = { CLEARTAKE_API_KEY: SCRIPTED_KEY };
  const restore = ['restore', recording, '--out', out, '--data-dir', data, '--base-url', service.baseUrl];
  const { child, result } = startCli(restore, {
    environment,
    ...(one.watcher === undefined ? {} : { watcher: one.watcher }),
  });
  let text = '';
  child.stdout?.on('data', (piece) => {
    text += piece;
  });
  child.stderr?.on('data', (piece) => {
    text += piece;
  });
  const isOver = () => child.exitCode !== null || child.signalCode !== null;
  if (one.begin !== undefined) {
    await until(() => text.includes('preparing') || isOver(), WATCHED_MS);
    one.begin(child);
  }
  await until(() => says.test(text) || isOver(), WATCHED_MS);
  // What it says may be its last word.
  await until(isOver, LEAVING_MS);
  const said = text.trim();
  const endedAtOnce = isOver();
  one.end(child);
  const timer = setTimeout(() => child.kill('SIGTERM'), LONGEST_MS);
  await result.finally(() => clearTimeout(timer));
  const output = path.join(out, 'take (service-2).wav');
  const isThere = () => existsSync(output) && statSync(output).size > 0;
  let isDone: TroubleVerdict['isDone'] = isThere() ? 'itself' : null;
  const wrong: string[] = [];
  if (isDone === null && !endedAtOnce) wrong.push(`did not go on by itself: ${text.slice(said.length).trim()}`);
  if (isDone === null) {
    // What the first run took in is finished; what it didn't is added now.
    const resumed = await startCli(['resume', '--data-dir', data], { environment }).result;
    const again = isThere() ? resumed : await startCli(restore, { environment }).result;
    if (isThere()) isDone = 'again';
    else wrong.push(`${resumed.stderr}${again.stderr}`.trim());
  }
  if (service.generations.length !== 1) wrong.push(`paid ${service.generations.length} times`);
  if (isDone !== null && !readFileSync(output).equals(readFileSync(recording))) wrong.push('the output is not whole');
  await service.close();
  const isMet = !(endedAtOnce && isDone === 'itself');
  return { name, said, isMet, isTold: !isMet || (says.test(said) && said.includes(place ?? '')), isDone, wrong };
}

function limitFiles({ pid }: ChildProcess, most: string): void {
  execFileSync('prlimit', ['--pid', String(pid), `--nofile=${most}:`], { stdio: 'ignore' });
}

function mounted(disk: string, size: string): string {
  mkdirSync(disk);
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', disk]);
  return disk;
}

function remount(disk: string, options: string): void {
  execFileSync('mount', ['-o', `remount,${options}`, disk]);
}

async function until(holds: () => boolean, milliseconds: number): Promise<void> {
  const end = systemClock.monotonic() + milliseconds;
  while (!holds() && systemClock.monotonic() < end) await systemClock.sleep(LOOK_MS);
}
