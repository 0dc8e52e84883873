import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createEngine } from '../../../electron/audio/engine.ts';
import { packetHash } from '../../fixtures/audio/tagged.ts';
import { OBS_TRACKS, trackFile } from '../../fixtures/audio/track-files.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const engine = createEngine();
const folder = temporaryFolder('tracks', afterAll);
const told = () => undefined;
const film = trackFile(folder, 'mkv');

test('the tracks of a file are listed as its programs named them, silent ones and spoken ones told apart', async () => {
  const { hasVideo, own, tracks } = await engine.tracks({ path: film, listens: true }, told);
  expect({ hasVideo, own }).toEqual({ hasVideo: true, own: 2 });
  expect(tracks.map(({ codec: _, channels: __, ...track }) => track)).toEqual([
    { number: 1, title: 'Empty', language: null, isDefault: true, heard: 'silence', hasSpeech: false },
    { number: 2, title: 'Desktop', language: 'deu', isDefault: false, heard: 'sound', hasSpeech: false },
    { number: 3, title: 'Mic', language: 'eng', isDefault: false, heard: 'sound', hasSpeech: true },
  ]);
});

const COPIES = [
  { kind: 'mkv', extension: 'mka' },
  { kind: 'mp4', extension: 'm4a' },
  // No container here holds its samples as they are.
  { kind: 'mov', extension: 'wav' },
] as const;

test.each(COPIES)(
  'a track of $kind is copied to the sample, the same bytes each time',
  {
    tags: 'long',
  },
  async ({ extension, kind }) => {
    const file = trackFile(folder, kind);
    const copies = [];
    for (const name of ['one', 'other']) {
      const made = await engine.copyTrack({ input: file, number: 3, stem: path.join(folder, `${kind}-${name}`) }, told);
      expect(made.extension).toBe(extension);
      copies.push(path.join(folder, `${kind}-${name}.${extension}`));
    }
    const [copy = '', other = ''] = copies;
    expect(readFileSync(copy).equals(readFileSync(other))).toBe(true);
    if (kind !== 'mov') expect(packetHash(copy, '0:a:0')).toBe(packetHash(file, '0:a:2'));
    const scan = (name: string) => ({
      path: name,
      peaksPath: path.join(folder, 'peaks'),
      indexPath: path.join(folder, 'index'),
    });
    // The same voice alone, in the same container: what a scan of the track finds, a scan of the copy finds.
    const alone = trackFile(folder, kind, OBS_TRACKS.slice(2), 2, `alone.${kind}`);
    const [found, wanted] = [await engine.scan(scan(copy), told), await engine.scan(scan(alone), told)];
    expect(found.frames).toBe(wanted.frames);
    expect(found.measures.speechLevel).toBeCloseTo(wanted.measures.speechLevel ?? 0, 1);
    expect(found).toMatchObject({ hasVideo: false, carries: false });
  },
);

test('a track that can’t be decoded is told, and refused by its codec', { tags: 'long' }, async () => {
  const file = path.join(folder, 'apac.mp4');
  const bytes = readFileSync(trackFile(folder, 'mp4'));
  // The second of the three sample entries, and the box that would tell its codec.
  const first = bytes.indexOf('esds');
  const box = bytes.indexOf('esds', first + 4);
  bytes.write('apac', bytes.lastIndexOf('mp4a', box));
  bytes.write('free', box);
  writeFileSync(file, bytes);
  const { tracks } = await engine.tracks({ path: file, listens: false }, told);
  expect(tracks.map(({ heard }) => heard)).toEqual(['silence', 'unreadable', 'sound']);
  const refused = engine.copyTrack({ input: file, number: 2, stem: path.join(folder, 'apac') }, told);
  await expect(refused).rejects.toMatchObject({ code: 'mediaUnsupported' });
});
