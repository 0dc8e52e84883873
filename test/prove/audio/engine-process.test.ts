import { type ChildProcess, fork } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, getPriority } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { ensureBuilt, PARTS } from '../../../build/build.ts';
import type { FromHelper } from '../../../shared/engine-api/helper-envelope.ts';
import { BACKGROUND_ENGINE } from '../../../shared/engine-api/helper-envelope.ts';
import type { EngineProgress } from '../../../shared/engine-api/messages.ts';
import { ffmpeg } from '../../fixtures/audio/media.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { depth } from '../depth.ts';

/** What is installed: run from its source, every thread would also hold a compiler. */
const BUNDLE = path.resolve(import.meta.dirname, '../../../out/main/engine.js');
const ENTRY = path.resolve(import.meta.dirname, '../../../electron/audio/entry.ts');
/** For restoring a minute of stereo. */
const MOST_MEGABYTES = 300;
/** What memory differs by from run to run. */
const TOLERANCE = 1.15;

function startEngine(environment: Readonly<Record<string, string>> = {}, entry = ENTRY): ChildProcess {
  const env = { ...process.env, ...environment };
  const child = fork(entry, [], { serialization: 'advanced', execArgv: [], env });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return child;
}

function ask(child: ChildProcess, request: string, params: unknown): Promise<FromHelper> {
  child.send({ kind: 'request', id: 1, request, params });
  return new Promise((resolve) => {
    child.on('message', (message: FromHelper) => {
      if (message.kind === 'result' || message.kind === 'failed') resolve(message);
    });
  });
}

/** The largest amount of memory that the process ever held, in megabytes (Linux's VmHWM). */
function mostMegabytes(child: ChildProcess): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A zombie still answers; it no longer runs.
    return !/State:\s+Z/.test(existsSync(`/proc/${pid}/status`) ? readFileSync(`/proc/${pid}/status`, 'utf8') : '');
  } catch {
    return false;
  }
}

function longRecording(folder: string, minutes: number): string {
  const file = path.join(folder, 'long.mp3');
  const seconds = minutes * 60;
  const tone = `sine=f=300:b=4:r=48000:d=${seconds}`;
  ffmpeg('-f', 'lavfi', '-i', tone, '-ac', '2', '-c:a', 'libmp3lame', '-compression_level', '9', file);
  return file;
}

test('requests and failures travel through the process', { tags: 'long' }, async () => {
  const child = startEngine();
  const folder = temporaryFolder();
  const file = path.join(folder, 'tone.wav');
  ffmpeg('-f', 'lavfi', '-i', 'sine=d=1:r=48000', file);
  const pcm = { path: file, indexPath: null, sampleRate: 48_000, fromFrame: 0, frames: 32_768 };
  const answer = (await ask(child, 'pcm', pcm)) as { result: { samples: Uint8Array } };
  expect(answer.result.samples.byteLength).toBe(32_768 * 8);
  const failure = await ask(startEngine(), 'probe', { path: path.join(folder, 'none.wav') });
  expect(failure).toMatchObject({ kind: 'failed', error: { code: 'sourceMissing' } });
});

test.skipIf(process.platform !== 'linux')(
  'an engine in the background lets others go first, in both of its threads',
  { tags: 'long' },
  async () => {
    const folder = temporaryFolder();
    const input = longRecording(folder, depth(0.4, 1));
    const child = startEngine(BACKGROUND_ENGINE);
    const restoring = new Promise<void>((resolve) => {
      child.on('message', (message: FromHelper) => {
        if (message.kind === 'progress' && (message.progress as EngineProgress).stage === 'restoring') resolve();
      });
    });
    const outputs = [{ path: path.join(folder, 'out.mp3'), format: 'source' }];
    const done = ask(child, 'restore', { input, model: 'service-2', outputs });
    await restoring;
    const threads = readdirSync(`/proc/${child.pid}/task`).map((thread) => getPriority(Number(thread)));
    expect(threads.filter((priority) => priority > 0).length).toBeGreaterThanOrEqual(
      availableParallelism() > 1 ? 2 : 1,
    );
    expect(await done).toMatchObject({ kind: 'result' });
    expect(getPriority(startEngine().pid as number)).toBe(getPriority(process.pid));
  },
);

test.skipIf(process.platform !== 'linux')(
  'a long recording takes no more memory than a short one',
  { tags: 'long' },
  async () => {
    await ensureBuilt(PARTS);
    const restoring = async (minutes: number) => {
      const folder = temporaryFolder();
      const input = longRecording(folder, minutes);
      const child = startEngine({}, BUNDLE);
      const outputs = [
        { path: path.join(folder, 'out.mp3'), format: 'source' },
        { path: path.join(folder, 'out.flac'), format: 'flac' },
      ];
      expect(await ask(child, 'restore', { input, model: 'service-2', outputs })).toMatchObject({
        result: { frames: minutes * 60 * 48_000 },
      });
      const megabytes = mostMegabytes(child);
      child.kill('SIGKILL');
      console.log(`restoring ${minutes} minutes of stereo took ${Math.round(megabytes)} MB at most`);
      return megabytes;
    };
    const short = await restoring(1);
    expect(short).toBeLessThan(MOST_MEGABYTES);
    expect(await restoring(depth(2, 4))).toBeLessThan(short * TOLERANCE);
  },
);

test.skipIf(process.platform !== 'linux')(
  'the engine leaves in the middle of its work when its parent is killed',
  { tags: 'long' },
  async () => {
    const folder = temporaryFolder();
    const input = longRecording(folder, 3);
    const parentFile = path.join(folder, 'parent.mjs');
    const params = { input, model: 'service-3.5', outputs: [{ path: path.join(folder, 'out.mp3'), format: 'source' }] };
    writeFileSync(
      parentFile,
      `import { fork } from 'node:child_process';
const child = fork(${JSON.stringify(ENTRY)}, [], { serialization: 'advanced' });
child.on('message', (message) => { if (message.kind === 'progress') process.send({ pid: child.pid, stage: message.progress.stage }); });
child.send({ kind: 'request', id: 1, request: 'restore', params: ${JSON.stringify(params)} });
`,
    );
    const parent = fork(parentFile, [], { execArgv: [] });
    const engine = await new Promise<number>((resolve) => {
      parent.on('message', (message: { pid: number; stage: string }) => {
        if (message.stage === 'restoring') resolve(message.pid);
      });
    });
    expect(isAlive(engine)).toBe(true);
    parent.kill('SIGKILL');
    for (let waited = 0; waited < 5000 && isAlive(engine); waited += 50) await sleep(50);
    expect(isAlive(engine)).toBe(false);
  },
);
