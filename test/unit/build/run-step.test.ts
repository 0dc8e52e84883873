import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runStep } from '../../../build/start/run-step.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/** A tool that starts a worker, writes down its process id, and never ends. */
function toolWithWorker(folder: string, pidFile: string): string {
  const file = path.join(folder, 'tool.mjs');
  writeFileSync(
    file,
    `import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
const worker = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { stdio: 'ignore' });
writeFileSync(${JSON.stringify(pidFile)}, String(worker.pid));
setInterval(() => undefined, 1000);
`,
  );
  return path.relative(ROOT, file);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test('a step that is late ends with every process that it started, and says so', async () => {
  const folder = temporaryFolder();
  const pidFile = path.join(folder, 'pid');
  const script = toolWithWorker(folder, pidFile);
  const result = await runStep({ name: 'endless', script, args: [], timeoutMs: 5000, output: 'keep' });
  expect(result.succeeded).toBe(false);
  expect(result.output).toContain('endless was stopped after 5 seconds.');
  expect(existsSync(pidFile)).toBe(true);
  const worker = Number(readFileSync(pidFile, 'utf8'));
  onTestFinished(() => {
    if (isAlive(worker)) process.kill(worker, 'SIGKILL');
  });
  await expect.poll(() => isAlive(worker), { timeout: 10_000 }).toBe(false);
});
