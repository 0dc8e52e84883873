import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createEngine } from '../../../electron/audio/engine.ts';
import { ffmpeg } from '../../fixtures/audio/media.ts';
import { writeWav } from '../../fixtures/audio/signals.ts';
import { conversation } from '../../fixtures/audio/two-speakers.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const engine = createEngine();
const folder = temporaryFolder('sketch', afterAll);
const COLUMNS = 98;

/** Loud for its first half, quiet for its second. */
function make(name: string, seconds: number): string {
  const file = path.join(folder, name);
  const volume = `volume='if(lt(t,${seconds / 2}),0.8,0.1)':eval=frame`;
  ffmpeg('-f', 'lavfi', '-i', `sine=300:d=${seconds}:r=22050,volume=8`, '-af', volume, file);
  return file;
}

test.each([
  ['short.wav', 8],
  ['short.mp3', 8],
  ['long.wav', 200],
  ['long.mp3', 200],
  ['long.m4a', 200],
  ['long.flac', 200],
  ['long.opus', 200],
])('a sketch of %s has the shape of the recording', async (name, seconds) => {
  const { columns } = await engine.sketch({ path: make(name, seconds), columns: COLUMNS }, () => undefined);
  expect(columns).toHaveLength(COLUMNS);
  const [loud, quiet] = [columns?.slice(2, 47) ?? [], columns?.slice(51, 96) ?? []];
  expect(Math.min(...loud)).toBeGreaterThan(80);
  expect(Math.max(...quiet)).toBeLessThan(24);
  expect(Math.min(...quiet)).toBeGreaterThan(4);
});

for (const [extension, tags] of [
  ['wav', []],
  ['mp3', ['long']],
] as const) {
  test(`a sketch of ${extension} already tells two voices, one on each side`, { tags: [...tags] }, async () => {
    const { channels } = conversation(folder, 24, 22_050);
    const apart = path.join(folder, `apart.${extension}`);
    writeWav(path.join(folder, 'apart.wav'), channels, 22_050);
    if (extension !== 'wav') ffmpeg('-i', path.join(folder, 'apart.wav'), apart);
    const sketch = (file: string) => engine.sketch({ path: file, columns: COLUMNS }, () => undefined);
    expect((await sketch(apart)).channelNotes).toEqual([{ kind: 'two-voices' }]);
    const one = path.join(folder, `one.${extension}`);
    ffmpeg('-i', apart, '-af', 'pan=stereo|c0=c0+0.6*c1|c1=0.6*c0+c1', one);
    expect((await sketch(one)).channelNotes).toEqual([]);
  });
}

test.each([8, 200])('a sketch of %d seconds already tells a silent side', async (seconds) => {
  const file = path.join(folder, `left ${seconds}.wav`);
  ffmpeg('-i', make(`both ${seconds}.wav`, seconds), '-af', 'pan=stereo|c0=c0|c1=0*c0', file);
  const { channelNotes } = await engine.sketch({ path: file, columns: COLUMNS }, () => undefined);
  expect(channelNotes).toEqual([{ kind: 'silent-side', side: 'right' }]);
});

test('a file that is none is refused as anywhere', async () => {
  await expect(
    engine.sketch({ path: path.join(folder, 'none.wav'), columns: COLUMNS }, () => undefined),
  ).rejects.toMatchObject({ code: 'sourceMissing' });
});
