import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createEngine } from '../../../electron/audio/engine.ts';
import { ffmpeg } from '../../fixtures/audio/media.ts';
import { packetHash } from '../../fixtures/audio/tagged.ts';
import { toldTracks, trackFile } from '../../fixtures/audio/track-files.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const engine = createEngine();
const folder = temporaryFolder('track-exports', afterAll);
const told = () => undefined;

const KINDS = ['mkv', 'mp4', 'mov', 'm4a', 'mka'] as const;

test.each(KINDS)(
  'a restored track of %s takes the place of its own, and nothing else changes',
  {
    tags: 'long',
  },
  async (kind) => {
    const file = trackFile(folder, kind);
    const before = toldTracks(file);
    for (const number of [2, 3]) {
      const stem = path.join(folder, `${kind}-${number}`);
      const { extension } = await engine.copyTrack({ input: file, number, stem }, told);
      const original = `${stem}.${extension}`;
      const result = path.join(folder, `${kind}-${number}-result.wav`);
      ffmpeg('-i', original, '-af', 'volume=0.5', result);
      const output = path.join(folder, `${kind}-${number}-out.${kind}`);
      const sides = { path: file, track: number };
      const settings = { strength: 1, loudness: null, format: 'source' } as const;
      const made = await engine.export({ original, sides, result, output, ...settings }, told);
      expect(made).toMatchObject({ extension: kind, leftOut: null });
      const after = toldTracks(output);
      expect(after).toEqual(before);
      expect(after.title).toBeNull();
      for (const stream of ['0:v?', '0:a:0', '0:a:1', '0:a:2']) {
        if (stream === '0:v?' && ['m4a', 'mka'].includes(kind)) continue;
        const isSame = packetHash(output, stream) === packetHash(file, stream);
        expect([stream, isSame]).toEqual([stream, stream !== `0:a:${number - 1}`]);
      }
    }
  },
);

test('sound alone is not called as its track', { tags: 'long' }, async () => {
  const file = trackFile(folder, 'mkv', undefined, 2, 'called.mkv');
  const stem = path.join(folder, 'called');
  const { extension } = await engine.copyTrack({ input: file, number: 3, stem }, told);
  const original = `${stem}.${extension}`;
  const output = path.join(folder, 'called.mp3');
  const settings = { strength: 1, loudness: null, format: 'mp3' } as const;
  const sides = { path: file, track: 3 };
  await engine.export({ original, sides, result: original, output, ...settings }, told);
  expect(toldTracks(output).title).toBeNull();
});
