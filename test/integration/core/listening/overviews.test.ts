import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createRouterClient } from '@orpc/server';
import { expect, onTestFinished, test } from 'vitest';
import { listeningHandlers } from '../../../../electron/core/features/listen/listening.ts';
import { libraryPaths } from '../../../../electron/core/library/paths.ts';
import { OVERVIEW_COLUMNS } from '../../../../shared/contract/listening/listening.ts';
import { encodePeaks, PEAK_LEVELS } from '../../../../shared/engine-api/peaks-format.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { openJobStore } from '../../../harness/store/job-store.ts';

const RATE = 48_000;

/** One finished job, whose recording was scanned if it has peaks. */
function open(pixels: number | null) {
  const { addJob, store } = openJobStore(0);
  const paths = libraryPaths(temporaryFolder('overviews', onTestFinished));
  const file = { path: '/a.wav', realPath: '/a.wav', name: 'a.wav', folder: '', origin: 'path' } as const;
  store.recordings.insert({ ...file, bytes: 1, modifiedAt: 0, id: 'one', addedAt: 0 });
  addJob({ id: 'one', recordingId: 'one', admittedAt: 1, stateKind: 'done', state: { kind: 'done' } });
  if (pixels !== null) {
    const { folder, peaks } = paths.recording('one');
    mkdirSync(folder, { recursive: true });
    writeFileSync(peaks, peaksOf(pixels));
  }
  const touched: string[] = [];
  const sketched: string[] = [];
  const player = {
    request: async (kind: string, params: { path: string }) => {
      sketched.push(`${kind} ${params.path}`);
      return { columns: null, channelNotes: [] };
    },
  };
  const clock = { now: () => 7, monotonic: () => 7 };
  const parts = { clock, paths, player, store, touch: (id: string) => touched.push(id) };
  return { client: createRouterClient(listeningHandlers(parts as never)), sketched, store, touched };
}

/** Peaks that grow from left to right, at each level. @param pixels of the finest one */
function peaksOf(pixels: number): Uint8Array {
  const levels = PEAK_LEVELS.map((framesPerPixel, level) => {
    const count = Math.max(1, Math.ceil(pixels / 4 ** level));
    const pairs = Int8Array.from({ length: count * 2 }, (_, at) =>
      Math.round(((at % 2 === 0 ? -1 : 0.5) * 127 * (at >> 1)) / count),
    );
    return { framesPerPixel, pairs };
  });
  return encodePeaks({ sampleRate: RATE, frames: pixels * 256, levels });
}

test.each([200, 40_000])('a row gets the waveform of %d pixels in a few columns', async (pixels) => {
  const { client } = open(pixels);
  const [overview, unknown] = await client.overviews({ takes: ['original:one', 'result:none'] });
  expect(unknown).toBeNull();
  expect(overview).toHaveLength(OVERVIEW_COLUMNS);
  expect(overview).toEqual([...(overview ?? [])].sort((one, other) => one - other));
  expect(overview?.at(-1)).toBeGreaterThan(115);
  expect(overview?.[0]).toBeLessThan(10);
});

test('what was never scanned has none, and nothing is made for it', async () => {
  const { client, sketched } = open(null);
  await expect(client.overviews({ takes: ['original:one'] })).resolves.toEqual([null]);
  expect(sketched).toEqual([]);
  // Its file is gone: there is nothing to sketch.
  await expect(client.sketch({ jobId: 'one' })).resolves.toBeNull();
  expect(sketched).toEqual([]);
});

test('a recording is heard once, however often it plays, and its row is drawn anew', async () => {
  const { client, store, touched } = open(null);
  expect(store.measured.heardAmong(['one']).has('one')).toBe(false);
  await client.heard({ jobId: 'one' });
  await client.heard({ jobId: 'one' });
  expect(store.measured.heardAmong(['one', 'two'])).toEqual(new Set(['one']));
  expect(store.events.ofJob('one').filter(({ event }) => event === 'hear')).toHaveLength(1);
  expect(touched).toEqual(['one']);
  await expect(client.heard({ jobId: path.sep })).rejects.toMatchObject({ data: { code: 'notFound' } });
});
