/** Fifty thousand recordings, or any number: what it takes to add them, and to open the desk again. */

import { execFile } from 'node:child_process';
import { linkSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { writeTone } from '../../fixtures/tone.ts';

export interface LoadStep {
  readonly jobs: number;
  readonly seconds: number;
  /** Most that the process held at any time. */
  readonly memoryMiB: number;
  readonly databaseMiB: number;
  readonly longestBlockMs: number;
}

/** Files in one folder; a link is as good as a file, but a file has only so many. */
const FILES_EACH = 1000;

/** Writes recordings below a folder: hard links under names of their own. */
export function writeManyRecordings(folder: string, count: number): void {
  for (let start = 0; start < count; start += FILES_EACH) {
    const below = path.join(folder, `day ${start / FILES_EACH}`);
    mkdirSync(below, { recursive: true });
    const first = path.join(below, `take ${start}.wav`);
    writeTone(first, { seconds: 0.05 });
    for (let index = start + 1; index < Math.min(count, start + FILES_EACH); index++)
      linkSync(first, path.join(below, `take ${index}.wav`));
  }
}

export async function takeLoadStep(
  step: 'enqueue' | 'reopen',
  dataDirectory: string,
  recordings: string,
): Promise<LoadStep> {
  mkdirSync(dataDirectory, { recursive: true });
  const script = path.join(import.meta.dirname, 'load-step.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script, step, dataDirectory, recordings]);
  return JSON.parse(stdout);
}
