/** Runs a command and adds up what it and all processes below it use: processor time, and memory while it runs (Linux). */

import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

export interface WholeCommand {
  readonly status: number | null;
  readonly stderr: string;
  /** By the clock. */
  readonly seconds: number;
  /** User and system time of every process that ended below it. */
  readonly processorSeconds: number;
  /** MiB of all processes together, shared pages counted once, every tenth of a second. */
  readonly memory: readonly number[];
}

const SAMPLING_MS = 100;

/** The shell waits for the command, and then knows what its children and theirs used. What the command prints is thrown away. */
const SCRIPT = '"$@" > /dev/null; status=$?; times; exit $status';

export async function runWhole(
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Promise<WholeCommand> {
  const began = performance.now();
  const child = spawn('sh', ['-c', SCRIPT, 'sh', ...words], { stdio: ['ignore', 'pipe', 'pipe'], env: environment });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const memory: number[] = [];
  const timer = setInterval(() => memory.push(memoryBelow(child.pid ?? 0)), SAMPLING_MS);
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  clearInterval(timer);
  const seconds = (performance.now() - began) / 1000;
  return { status, stderr, seconds, processorSeconds: readTimes(stdout), memory };
}

/** The second line of `times`: user and system time of the shell's children, as `0m1.230s 0m0.100s`. */
function readTimes(stdout: string): number {
  const times = stdout.trim().split('\n').at(-1) ?? '';
  const parts = [...times.matchAll(/(\d+)m([\d.]+)s/g)];
  if (parts.length !== 2) throw new Error(`The shell told no times: ${stdout}`);
  return parts.reduce((sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds), 0);
}

/** MiB of a process and all below it. */
function memoryBelow(root: number): number {
  const children = Map.groupBy(processes(), ({ parent }) => parent);
  let kibibytes = 0;
  for (const below = [root]; below.length > 0; ) {
    const pid = below.pop() as number;
    kibibytes += proportionalKibibytes(pid);
    below.push(...(children.get(pid) ?? []).map((child) => child.pid));
  }
  return kibibytes / 1024;
}

function processes(): { readonly pid: number; readonly parent: number }[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    const parent = read(`/proc/${name}/stat`).split(') ').at(-1)?.split(' ')[1];
    return parent === undefined ? [] : [{ pid: Number(name), parent: Number(parent) }];
  });
}

function proportionalKibibytes(pid: number): number {
  return Number(/^Pss:\s+(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0);
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // The process ended in the meantime.
    return '';
  }
}
