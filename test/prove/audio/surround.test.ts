import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { speakersOf } from '../../../electron/audio/dsp/speakers.ts';
import { createEngine } from '../../../electron/audio/engine.ts';
import { openSink } from '../../../electron/audio/output/sink.ts';
import type { ModelId } from '../../../shared/domain/models.ts';
import type { MediaInfo, OutputFormat } from '../../../shared/engine-api/messages.ts';
import { ffmpeg, speech } from '../../fixtures/audio/media.ts';
import { atRatio, type Channels, noise, writeWav } from '../../fixtures/audio/signals.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { lagOf, siSdr } from '../../harness/audio/metrics.ts';
import { readWhole } from '../../harness/audio/read-whole.ts';
import { someOf } from '../depth.ts';

const RATE = 48_000;
const SECONDS = 2;
const engine = createEngine();
const ignore = () => undefined;
const folder = temporaryFolder('audio', afterAll);

/** Hz; within what encoders leave of a channel for low frequencies, and in steps of whole periods a second. */
const LOW_TONE = 60;
const toneOf = (layout: string, channel: number) =>
  speakersOf(layout)?.[channel] === 'LFE' ? LOW_TONE : 300 + 100 * channel;

function tones(layout: string, channels: number): Channels {
  return Array.from({ length: channels }, (_, channel) =>
    Float32Array.from(
      { length: SECONDS * RATE },
      (_unused, i) => 0.1 * Math.sin((2 * Math.PI * toneOf(layout, channel) * i) / RATE),
    ),
  );
}

/** Which of these tones a channel holds, each with its amplitude, in the second half of it. */
function amplitude(samples: Float32Array, hertz: number): number {
  let real = 0;
  let imaginary = 0;
  const from = samples.length / 2;
  for (let i = from; i < samples.length; i++) {
    real += (samples[i] as number) * Math.cos((2 * Math.PI * hertz * i) / RATE);
    imaginary += (samples[i] as number) * Math.sin((2 * Math.PI * hertz * i) / RATE);
  }
  return (2 * Math.hypot(real, imaginary)) / from;
}

/** The same channels, told which speakers they are for. */
function label(from: string, layout: string, channels: number, to: string): void {
  const map = Array.from({ length: channels }, (_, channel) => channel).join('|');
  ffmpeg('-i', from, '-af', `channelmap=${map}:${layout}`, '-c:a', 'pcm_s24le', to);
}

async function written(format: OutputFormat, layout: string, channels: number) {
  const file = path.join(folder, `${format} ${layout}`);
  const info: MediaInfo = {
    container: 'wav',
    codec: 'pcm_s24le',
    sampleRate: RATE,
    channels,
    channelLayout: layout,
    bitDepth: 24,
    durationSeconds: null,
    hasVideo: false,
    audioStreams: 1,
    audioStream: 1,
  };
  const sink = openSink({ format, path: file }, info);
  sink.write(tones(layout, channels));
  await sink.finish();
  return readWhole(file);
}

describe('what is written of a layout', () => {
  /** The layout that is read again, and which of the channels stands where. */
  const inOrder = (channels: number) => Array.from({ length: channels }, (_, channel) => channel);
  test.each(
    someOf<readonly [OutputFormat, string, number, string, readonly number[]]>(
      [
        ['wav', '5.1', 6, '5.1', inOrder(6)],
        ['wav', '5.1(side)', 6, '5.1(side)', inOrder(6)],
        ['wav', '7.1', 8, '7.1', inOrder(8)],
        ['wav', '7.1(wide)', 8, '7.1(wide)', inOrder(8)],
        ['wav', '2.1', 3, '2.1', inOrder(3)],
        ['wav', '6 channels', 6, '6 channels', inOrder(6)],
        ['wav', '2 channels (FL+LFE)', 2, '2 channels (FL+LFE)', inOrder(2)],
        ['flac', '5.1', 6, '5.1', inOrder(6)],
        ['flac', '5.1(side)', 6, '5.1(side)', inOrder(6)],
        ['flac', '7.1', 8, '7.1', inOrder(8)],
        ['flac', '6.1(back)', 7, '6.1(back)', inOrder(7)],
        ['m4a', '3.0', 3, '3.0', inOrder(3)],
        ['m4a', 'quad(side)', 4, 'quad', inOrder(4)],
        ['m4a', '5.0(side)', 5, '5.0', inOrder(5)],
        ['m4a', '5.1', 6, '5.1', inOrder(6)],
        ['m4a', '5.1(side)', 6, '5.1', inOrder(6)],
        ['m4a', '6.0', 6, 'hexagonal', [0, 1, 2, 4, 5, 3]],
        ['m4a', '6.1', 7, '6.1(back)', [0, 1, 2, 3, 5, 6, 4]],
        ['m4a', '7.1', 8, '7.1', inOrder(8)],
        ['m4a', '6 channels', 6, 'hexagonal', inOrder(6)],
        ['m4a', '8 channels', 8, 'octagonal', inOrder(8)],
        ['m4a', '2 channels (FL+LFE)', 2, 'stereo', inOrder(2)],
        ['opus', '3.0', 3, '3.0', inOrder(3)],
        ['opus', 'quad', 4, 'quad', inOrder(4)],
        ['opus', '5.0', 5, '5.0', inOrder(5)],
        ['opus', '5.1', 6, '5.1', inOrder(6)],
        ['opus', '5.1(side)', 6, '5.1', inOrder(6)],
        ['opus', '6.1', 7, '6.1', inOrder(7)],
        ['opus', '6.1(back)', 7, '6.1', [0, 1, 2, 3, 6, 4, 5]],
        ['opus', '7.1', 8, '7.1', inOrder(8)],
        ['opus', '2.1', 3, '3 channels', inOrder(3)],
        ['opus', '6 channels', 6, '6 channels', inOrder(6)],
      ],
      12,
    ),
  )('%s from %s of %d channels', async (format, layout, channels, readLayout, order) => {
    const { info, channels: decoded } = await written(format, layout, channels);
    expect(info).toMatchObject({ channels, channelLayout: readLayout });
    for (const [place, from] of order.entries()) {
      const found = order.map((_, channel) => amplitude(decoded[place] as Float32Array, toneOf(layout, channel)));
      expect(found[from], `channel ${place}`).toBeGreaterThan(0.08);
      const others = found.filter((_, channel) => channel !== from);
      expect(Math.max(...others), `channel ${place}`).toBeLessThan(0.02);
    }
  });

  test('mp3 from 5.1 is stereo, by the weights of the down-mix', async () => {
    const { info, channels } = await written('mp3', '5.1', 6);
    expect(info).toMatchObject({ channels: 2, channelLayout: 'stereo' });
    const [left, right] = channels as [Float32Array, Float32Array];
    const front = amplitude(left, toneOf('5.1', 0));
    const center = amplitude(left, toneOf('5.1', 2));
    expect(20 * Math.log10(center / front)).toBeCloseTo(-3, 0);
    expect(amplitude(right, toneOf('5.1', 0))).toBeLessThan(0.002);
    expect(amplitude(right, toneOf('5.1', 2)) / center).toBeCloseTo(1, 1);
    expect(20 * Math.log10(front / 0.1)).toBeCloseTo(0, 0);
    expect(20 * Math.log10(amplitude(left, LOW_TONE) / front)).toBeCloseTo(-6, 0);
  });
});

describe('restored', () => {
  const spoken = speech(folder, 3, RATE).map((value) => 0.7 * value);
  const hiss = (seed: number) => noise(spoken.length, seed).map((value) => value * 0.02);
  /** A voice in the middle, quieter at the sides, and a rumble for low frequencies; each channel with a noise of its own. */
  const surround = (channels: number): Channels =>
    Array.from({ length: channels }, (_, channel) => {
      const own = hiss(channel + 1);
      if (channel === 3) return own.map((_value, i) => 0.1 * Math.sin((2 * Math.PI * LOW_TONE * i) / RATE));
      const level = channel === 2 ? 1 : 0.3;
      return spoken.map((value, i) => level * value + (own[i] as number));
    });

  test.each(
    someOf<readonly [string, number, ModelId]>(
      [
        ['5.1', 6, 'service-2'],
        ['5.1(side)', 6, 'service-3.5'],
        ['7.1', 8, 'service-2'],
      ],
      1,
    ),
  )(
    '%s keeps its layout and its length, and every channel its place',
    { tags: 'long' },
    async (layout, channels, model) => {
      const given = surround(channels);
      writeWav(path.join(folder, 'plain.wav'), given, RATE);
      const input = path.join(folder, `${layout}.wav`);
      label(path.join(folder, 'plain.wav'), layout, channels, input);
      const output = path.join(folder, `${layout}-out.wav`);
      const outputs = [{ path: output, format: 'source' as const }];
      const result = await engine.restore({ input, model, outputs }, ignore);
      expect(result).toMatchObject({ frames: spoken.length, channels });
      const { info, channels: out } = readWhole(output);
      expect(info).toMatchObject({ channels, channelLayout: layout, bitDepth: 24 });
      for (const [channel, samples] of out.entries()) {
        expect(samples).toHaveLength(spoken.length);
        if (channel === 3) continue;
        expect(await lagOf(spoken, samples)).toBe(0);
        expect(siSdr(spoken, samples)).toBeGreaterThan(siSdr(spoken, given[channel] as Float32Array) + 3);
      }
    },
  );

  test('channels that cancel each other out are all heard', async () => {
    const noisy = atRatio(spoken, noise(spoken.length, 1), 10);
    const input = path.join(folder, 'inverted.wav');
    writeWav(
      input,
      [0, 1, 2, 3].map((channel) => noisy.map((value) => (channel % 2 === 0 ? value : -value))),
      RATE,
    );
    const output = path.join(folder, 'inverted-out.wav');
    await engine.restore({ input, model: 'service-2', outputs: [{ path: output, format: 'source' }] }, ignore);
    const { info, channels } = readWhole(output);
    expect(info).toMatchObject({ channels: 4, channelLayout: '4 channels' });
    for (const samples of channels) expect(siSdr(spoken, samples)).toBeGreaterThan(13);
  });

  test('listening to 5.1 gives its stereo mix, wherever it begins', async () => {
    const file = path.join(folder, 'bare.wav');
    writeWav(file, tones('6 channels', 6), RATE);
    label(file, '5.1', 6, path.join(folder, 'tones.wav'));
    const params = { path: path.join(folder, 'tones.wav'), indexPath: null, sampleRate: RATE };
    const { samples } = await engine.pcm({ ...params, fromFrame: 40_000, frames: 8000 }, ignore);
    const heard = new Float32Array(samples.buffer, samples.byteOffset, samples.byteLength / 4);
    for (const i of [0, 1, 777, 7999]) {
      const value = (channel: number) => 0.1 * Math.sin((2 * Math.PI * (300 + 100 * channel) * (40_000 + i)) / RATE);
      const middle = Math.SQRT1_2 * value(2) + 0.5 * value(3);
      const left = value(0) + middle + Math.SQRT1_2 * value(4);
      const right = value(1) + middle + Math.SQRT1_2 * value(5);
      expect(heard[2 * i]).toBeCloseTo(left, 4);
      expect(heard[2 * i + 1]).toBeCloseTo(right, 4);
    }
  });
});
