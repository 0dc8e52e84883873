import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEngine } from '../../../electron/audio/engine.ts';
import { ffmpeg } from '../../fixtures/audio/media.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { compareSeeks } from '../../harness/audio/seeking.ts';
import { depth, someOf } from '../depth.ts';

/** The bench of this name reads an hour of each format. */
const SECONDS = depth(40, 100);
const RATE = 44_100;
const SEEKS = depth(10, 30);
const LENGTH = 2000;
const folder = temporaryFolder('seeking', afterAll);
const at = (name: string) => path.join(folder, name);

beforeAll(() => {
  const noise = `anoisesrc=d=${SECONDS}:c=pink:r=${RATE}:a=0.3:seed=5,volume='0.05+0.9*abs(sin(2*PI*0.7*t))':eval=frame`;
  const graph = `${noise}[a];anoisesrc=d=${SECONDS}:c=white:r=${RATE}:a=0.05:seed=9[b];[a][b]join=inputs=2:channel_layout=stereo`;
  ffmpeg('-f', 'lavfi', '-i', graph, '-c:a', 'pcm_s16le', at('source.wav'));
});

const FORMATS: readonly (readonly [string, string, ...string[]])[] = [
  ['wav', 'wav'],
  ['24-bit wav', 'wav', '-c:a', 'pcm_s24le'],
  ['aiff', 'aiff'],
  ['caf', 'caf'],
  ['flac', 'flac'],
  ['mp3 of one bit rate', 'mp3', '-b:a', '128k'],
  ['mp3 of a varying one', 'mp3', '-q:a', '5'],
  ['mp3 of a varying one that says nothing of it', 'mp3', '-q:a', '5', '-write_xing', '0'],
  // At so few bits the encoder leaves bands to the decoder's random numbers.
  ['m4a full of random noise', 'm4a', '-b:a', '48k'],
  ['raw aac full of random noise', 'aac', '-b:a', '48k'],
  ['ogg', 'ogg', '-c:a', 'libvorbis'],
  ['opus', 'opus'],
  ['mka', 'mka', '-c:a', 'libvorbis'],
  ['mka with mp3', 'mka', '-c:a', 'libmp3lame'],
  ['webm', 'webm'],
];

test.each(someOf(FORMATS, 3))(
  'any frame of %s is read as if everything before had been',
  { tags: 'long' },
  async (name, extension, ...words) => {
    const file = at(`${name}.${extension}`);
    ffmpeg('-i', at('source.wav'), ...words, file);
    const indexPath = `${file}.index`;
    const scanned = await createEngine().scan({ path: file, peaksPath: `${file}.peaks`, indexPath }, () => undefined);
    // At a rate of its own, where the resampler must be where it would have been.
    for (const sampleRate of new Set([scanned.sampleRate, 48_000])) {
      const frames = Math.floor((scanned.frames * sampleRate) / scanned.sampleRate);
      for (const index of [indexPath, null]) {
        const options = { file, indexPath: index, sampleRate, frames, seeks: SEEKS, length: LENGTH };
        const { different, largestDifference } = await compareSeeks(options);
        expect({ sampleRate, index, different, largestDifference }).toMatchObject({
          different: 0,
          largestDifference: 0,
        });
      }
    }
  },
);
