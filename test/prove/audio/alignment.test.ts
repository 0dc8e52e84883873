import path from 'node:path';
import { expect, test } from 'vitest';
import { createEngine } from '../../../electron/audio/engine.ts';
import { MODEL_IDS } from '../../../shared/domain/models.ts';
import type { OutputFormat } from '../../../shared/engine-api/messages.ts';
import { decode, ffmpeg, speech } from '../../fixtures/audio/media.ts';
import { noise, writeWav } from '../../fixtures/audio/signals.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { lagOf } from '../../harness/audio/metrics.ts';
import { readWhole } from '../../harness/audio/read-whole.ts';
import { someOf } from '../depth.ts';

const engine = createEngine();
const FORMATS: readonly OutputFormat[] = ['wav', 'flac', 'mp3', 'm4a', 'opus', 'source'];
/** Hz; Opus knows no other near it. */
const OPUS_RATE = 48_000;

const cases = MODEL_IDS.flatMap((model) => [44_100, 48_000].map((sampleRate) => [model, sampleRate] as const));

test.each(someOf(cases, 1))(
  '%s at %d Hz: every format is as long as the recording, frame for frame in its place',
  { tags: 'long' },
  async (model, sampleRate) => {
    const folder = temporaryFolder();
    const at = (name: string) => path.join(folder, name);
    const spoken = speech(folder, 2, sampleRate);
    const hiss = noise(spoken.length, 3);
    // An odd length: nothing may lean on whole blocks.
    const voice = spoken.map((value, i) => 0.7 * value + 0.005 * (hiss[i] as number)).subarray(0, spoken.length - 17);
    writeWav(at('take.wav'), [voice, voice.map((value) => 0.6 * value)], sampleRate);
    // So that its source family is Vorbis, which nothing else asks for.
    ffmpeg('-i', at('take.wav'), '-c:a', 'libvorbis', '-q:a', '8', at('take.ogg'));
    const { frames } = readWhole(at('take.ogg'));
    const outputs = FORMATS.map((format) => ({ format, path: at(`out.${format}`) }));
    const result = await engine.restore({ input: at('take.ogg'), model, outputs }, () => undefined);
    expect(result).toMatchObject({ frames, sampleRate, channels: 2 });
    expect(result.outputs.map((output) => output.extension)).toEqual(['wav', 'flac', 'mp3', 'm4a', 'opus', 'ogg']);
    for (const output of result.outputs) {
      const { info, channels, frames: written } = readWhole(output.path);
      const rate = output.format === 'opus' ? OPUS_RATE : sampleRate;
      expect(info, output.format).toMatchObject({ sampleRate: rate, channels: 2 });
      expect(written, output.format).toBe(Math.ceil((frames * rate) / sampleRate));
      const original = decode(at('take.ogg'), { sampleRate: rate, channels: 2 });
      for (const channel of [0, 1]) {
        const lag = await lagOf(original.channels[channel] as Float32Array, channels[channel] as Float32Array);
        expect(lag, `${output.format}, channel ${channel}`).toBe(0);
      }
    }
  },
);
