import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { AV_SAMPLE_FMT_FLTP } from 'node-av/constants';
import { Frame } from 'node-av/lib';
import { describe, expect, test } from 'vitest';
import { layoutOf } from '../../../electron/audio/av/layouts.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const FIXTURES = path.join(ROOT, 'test/fixtures/external-buffers');
/** Says how external buffers are refused, in the tests that run so. */
const REFUSED_BY = 'CLEARTAKE_EXTERNAL_BUFFERS_REFUSED_BY';
const refusedBy = process.env[REFUSED_BY];
const COMPILERS = ['cc', 'gcc', 'clang'];
const LONGEST_MS = 60 * 60_000;
/** Nothing is decoded in it, or the same as elsewhere at great length. */
const LEFT_OUT = ['**/measures.test.ts', '**/random-access.test.ts'];

/** The first sample of a frame behind whose back 9 was written where 1 is. */
function writtenThrough(): number {
  const samples = Buffer.from(Float32Array.of(1, 2, 3, 4).buffer);
  const shape = { nbSamples: 4, format: AV_SAMPLE_FMT_FLTP, sampleRate: 48_000, channelLayout: layoutOf(1) };
  const frame = Frame.fromAudioBuffer(samples, { ...shape, timeBase: { num: 1, den: 48_000 }, pts: 0n });
  frame.data?.[0]?.writeFloatLE(9, 0);
  const other = frame.clone();
  const first = other?.data?.[0]?.readFloatLE(0) ?? Number.NaN;
  other?.free();
  frame.free();
  return first;
}

describe.runIf(refusedBy === undefined)('where external buffers are refused, as in Electron', () => {
  test('every test of the engine passes', { timeout: LONGEST_MS }, () => {
    const { by, env } = refusing();
    if (by !== 'the loader') console.log('No C compiler here: external buffers are refused in JavaScript alone.');
    const vitest = path.join(ROOT, 'node_modules/vitest/vitest.mjs');
    const projects = ['--project', 'integration', '--project', 'unit'];
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [
        vitest,
        'run',
        '--config',
        'test/vitest.config.ts',
        ...projects,
        ...LEFT_OUT.flatMap((pattern) => ['--exclude', pattern]),
        'test/integration/audio',
        'test/unit/audio',
      ],
      { cwd: ROOT, encoding: 'utf8', env: { ...process.env, ...env, [REFUSED_BY]: by }, maxBuffer: 2 ** 28 },
    );
    expect(status, `${stdout.slice(-6000)}\n${stderr.slice(-3000)}`).toBe(0);
    expect(stdout).toMatch(/Tests +.*passed/);
  });

  test('without that a write does reach the frame', () => {
    expect(writtenThrough()).toBe(9);
  });
});

test.runIf(refusedBy !== undefined)(
  'external buffers are refused: what is written to a frame does not reach it',
  () => {
    expect(writtenThrough()).toBe(1);
  },
);

/** The loader puts another function in the place of those that give external buffers. The most faithful way, which wants a compiler. */
function refusing(): { readonly by: string; readonly env: Readonly<Record<string, string>> } {
  const library = path.join(temporaryFolder(), 'refuse.so');
  const source = path.join(FIXTURES, 'refuse.c');
  const isMade =
    process.platform === 'linux' &&
    COMPILERS.some(
      (compiler) => spawnSync(compiler, ['-shared', '-fPIC', '-nostdlib', '-o', library, source]).status === 0,
    );
  if (isMade) return { by: 'the loader', env: { LD_AUDIT: library } };
  const script = pathToFileURL(path.join(FIXTURES, 'copying-frames.ts')).href;
  return { by: 'JavaScript', env: { NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import ${script}` } };
}
