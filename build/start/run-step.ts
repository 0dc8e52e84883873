/** One step of a check: runs a tool of the project with a time limit, and shows or captures its output. */

import { spawn } from 'node:child_process';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Programs of the project's packages, run by the current Node. */
export const TOOLS = {
  tsc: 'node_modules/typescript/bin/tsc',
  biome: 'node_modules/@biomejs/biome/bin/biome',
  vitest: 'node_modules/vitest/vitest.mjs',
  playwright: 'node_modules/@playwright/test/cli.js',
  knip: 'node_modules/knip/bin/knip.js',
} as const;

export interface Step {
  readonly name: string;
  /** Script, relative to the project's folder. */
  readonly script: string;
  readonly args: readonly string[];
  readonly timeoutMs: number;
  readonly environment?: Readonly<Record<string, string>>;
  /** `show`: passed through. `keep`: captured and returned. */
  readonly output: 'show' | 'keep';
}

export interface StepResult {
  readonly name: string;
  readonly succeeded: boolean;
  readonly seconds: number;
  /** The captured output, and the reason if it was stopped. */
  readonly output: string;
}

export async function runStep(step: Step): Promise<StepResult> {
  const began = performance.now();
  const child = spawn(process.execPath, [path.join(ROOT, step.script), ...step.args], {
    cwd: ROOT,
    env: { ...process.env, ...step.environment },
    stdio: step.output === 'show' ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
  });
  const kept: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => kept.push(chunk));
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    child.kill('SIGKILL');
  }, step.timeoutMs);
  const succeeded = await new Promise<boolean>((resolve) => {
    child.once('error', () => resolve(false));
    child.once('close', (code) => resolve(code === 0));
  });
  clearTimeout(timer);
  const notice = late ? `\n${step.name} was stopped after ${Math.round(step.timeoutMs / 1000)} seconds.\n` : '';
  const seconds = (performance.now() - began) / 1000;
  return { name: step.name, succeeded, seconds, output: Buffer.concat(kept).toString() + notice };
}
