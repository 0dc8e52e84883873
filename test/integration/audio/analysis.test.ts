import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { analyze } from '../../../electron/audio/chains/analysis.ts';
import { type MediaReader, openReader } from '../../../electron/audio/media/reader.ts';
import { writeTone } from '../../fixtures/tone.ts';

/** As some containers are: only of the first packet does it tell where in the file it lies. */
function withoutPlaces(reader: MediaReader): MediaReader {
  let first = true;
  return {
    ...reader,
    read: () => {
      const sound = reader.read();
      const known = first;
      first = false;
      return sound === null || known ? sound : { ...sound, byte: null };
    },
  };
}

test('progress is told for every packet, also where nothing tells the packets’ places', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'cleartake-analysis-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'tone.wav');
  writeTone(file, { seconds: 20 });
  const told = { known: [] as number[], unknown: [] as number[] };
  await analyze(file, openReader(file), (part) => told.known.push(part));
  await analyze(file, withoutPlaces(openReader(file)), (part) => told.unknown.push(part));
  expect(told.known.length).toBeGreaterThan(20);
  expect(told.known.at(-1)).toBeGreaterThan(0.9);
  expect(told.unknown).toEqual(told.known.map(() => told.known[0]));
});
