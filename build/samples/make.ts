/** Makes the sample recordings: espeak-ng speaks, this script adds rooms and noise, ffmpeg encodes. */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Line, SAMPLES, type Sample } from './script.ts';
import { humOf, knocksOf, leveled, noiseOf, type Random, roomTail, seeded } from './sound.ts';

const VOICE_LEVEL = 0.11;
const PAUSE_SECONDS = 0.55;
const EDGE_SECONDS = 0.8;
const MOST_BYTES = 2 ** 28;

const folder = mkdtempSync(path.join(tmpdir(), 'cleartake-samples-'));
try {
  for (const sample of SAMPLES) make(sample);
  writeFileSync(
    path.join(import.meta.dirname, 'samples.json'),
    `${JSON.stringify(
      SAMPLES.map(({ file, title, trouble }) => ({ file, title, trouble })),
      null,
      2,
    )}\n`,
  );
} finally {
  rmSync(folder, { recursive: true });
}

function make(sample: Sample): void {
  const { sampleRate, sound } = sample;
  const random = seeded(sample.seed);
  const spoken = sample.lines.map((line) => ({ line, samples: speak(line, sampleRate) }));
  const edge = Math.round(EDGE_SECONDS * sampleRate);
  const pause = Math.round(PAUSE_SECONDS * sampleRate);
  const count = spoken.reduce((sum, { samples }) => sum + samples.length + pause, 2 * edge - pause);
  const channels = Array.from({ length: sample.channels }, () => new Float32Array(count));
  const dry = new Float32Array(count);
  let at = edge;
  for (const { line, samples } of spoken) {
    for (const [index, channel] of channels.entries()) {
      const side = sample.channels === 1 ? 1 : Math.sqrt((1 + (index === 0 ? -1 : 1) * line.place) / 2) * Math.SQRT2;
      for (const [i, value] of samples.entries()) channel[at + i] = value * side;
    }
    dry.set(samples, at);
    at += samples.length + pause;
  }
  const shared = sound.hum === null ? new Float32Array(count) : humOf(sound.hum, count, sampleRate);
  const knocks = knocksOf(sound.knocks, count, sampleRate, random);
  for (const channel of channels) disturb(channel, dry, sample, [shared, knocks], random);
  encode(sample, channels);
  const kilobytes = Math.round(statSync(path.join(import.meta.dirname, sample.file)).size / 1000);
  console.log(`${sample.file}: ${(count / sampleRate).toFixed(1)} s, ${kilobytes} kB`);
}

function disturb(
  channel: Float32Array,
  dry: Float32Array,
  { sound, sampleRate }: Sample,
  shared: readonly Float32Array[],
  random: Random,
): void {
  const tail = leveled(roomTail(dry, sampleRate, sound.room.seconds, random), VOICE_LEVEL * sound.room.level);
  const noise = noiseOf(sound.noise, channel.length, sampleRate, random);
  for (const [i, value] of channel.entries()) {
    const others = shared.reduce((sum, samples) => sum + (samples[i] as number), 0);
    channel[i] = Math.max(-1, Math.min(1, value + (tail[i] as number) + (noise[i] as number) + others));
  }
}

function speak(line: Line, sampleRate: number): Float32Array {
  const file = path.join(folder, 'line.wav');
  const { voice, speed, pitch } = line;
  execFileSync('espeak-ng', ['-v', voice, '-s', `${speed}`, '-p', `${pitch}`, '-w', file, line.text]);
  const raw = execFileSync(
    'ffmpeg',
    ['-v', 'error', '-i', file, '-ar', `${sampleRate}`, '-ac', '1', '-f', 'f32le', '-'],
    { maxBuffer: MOST_BYTES },
  );
  return leveled(new Float32Array(new Uint8Array(raw).buffer), VOICE_LEVEL);
}

function encode(sample: Sample, channels: readonly Float32Array[]): void {
  const count = channels[0]?.length ?? 0;
  const input = new Float32Array(count * channels.length);
  for (const [index, channel] of channels.entries()) {
    for (const [i, value] of channel.entries()) input[i * channels.length + index] = value;
  }
  const shape = ['-f', 'f32le', '-ar', `${sample.sampleRate}`, '-ac', `${channels.length}`, '-i', '-'];
  // Without this the file would contain the encoder's version and the time, and no two runs would match.
  const exact = ['-fflags', '+bitexact', '-flags', '+bitexact', '-map_metadata', '-1'];
  const tags = ['-metadata', `title=${sample.title}`];
  const target = path.join(import.meta.dirname, sample.file);
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...shape, ...exact, ...tags, ...sample.encoding, target], {
    input: new Uint8Array(input.buffer),
  });
}
