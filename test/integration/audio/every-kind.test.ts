import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createEngine } from '../../../electron/audio/engine.ts';
import { findRecordings } from '../../../electron/core/library/import/find-recordings.ts';
import { nodeFiles } from '../../../electron/platform/files/files.ts';
import { RECORDING_EXTENSIONS } from '../../../shared/domain/media-types.ts';
import { makeEveryKind } from '../../fixtures/audio/every-kind.ts';
import { speech } from '../../fixtures/audio/media.ts';
import { writeWav } from '../../fixtures/audio/signals.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const folder = temporaryFolder('kinds', afterAll);
const take = path.join(folder, 'take.wav');
writeWav(take, [speech(folder, 2, 48_000)], 48_000);
const place = path.join(folder, 'in');
mkdirSync(place);
makeEveryKind(place, take, 2);
const engine = createEngine();

test('a folder with one file of every kind gives them all', async () => {
  const { found, skipped } = await findRecordings(nodeFiles, [place]);
  expect(found.map(({ name }) => path.extname(name).slice(1)).sort()).toEqual(RECORDING_EXTENSIONS.toSorted());
  expect(skipped).toEqual([]);
});

test.each(RECORDING_EXTENSIONS)('the engine opens %s and finds two seconds of sound', async (extension) => {
  const request = {
    path: path.join(place, `take.${extension}`),
    peaksPath: path.join(folder, `${extension}.peaks`),
    indexPath: path.join(folder, `${extension}.index`),
  };
  const scan = await engine.scan(request, () => undefined);
  expect(scan.frames / scan.sampleRate).toBeGreaterThan(1.8);
  expect(scan.frames / scan.sampleRate).toBeLessThan(2.3);
  expect(scan.peak).toBeGreaterThan(0.01);
});
