import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { analyze } from '../../../electron/audio/chains/analysis.ts';
import { createEngine } from '../../../electron/audio/engine.ts';
import { openReader } from '../../../electron/audio/media/reader.ts';
import { decodePeaks } from '../../../shared/engine-api/peaks-format.ts';
import { type Channels, hum, noise, piano, writeWav } from '../../fixtures/audio/signals.ts';
import { syllables } from '../../fixtures/audio/syllables.ts';
import { conversation } from '../../fixtures/audio/two-speakers.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { measured } from '../../harness/audio/measured.ts';
import { levelOf } from '../../harness/audio/metrics.ts';
import { readWhole } from '../../harness/audio/read-whole.ts';

const RATE = 16_000;
const SECONDS = 8;
const COUNT = SECONDS * RATE;
const engine = createEngine();

const voice = (seed: number) => syllables(COUNT, RATE, seed);
const times = (samples: Float32Array, factor: number) => samples.map((value) => factor * value);
const sum = (one: Float32Array, other: Float32Array) => one.map((value, i) => value + (other[i] as number));

async function groupsOf(channels: Channels) {
  const file = path.join(temporaryFolder(), 'recording.wav');
  writeWav(file, channels, RATE);
  return (await analyze(file, openReader(file), () => undefined)).groups;
}

test('levels are those of the voice, whatever the other channel does', async () => {
  const spoken = sum(voice(1), times(noise(COUNT, 3), 0.0003));
  const alone = await measured([spoken], RATE);
  const silence = new Float32Array(COUNT);
  for (const channels of [
    [spoken, silence],
    [silence, spoken],
    [spoken, spoken],
    [spoken, times(spoken, -1)],
  ]) {
    const { noiseFloor, speechLevel } = await measured(channels, RATE);
    expect(speechLevel).toBeCloseTo(alone.speechLevel as number, 3);
    expect(noiseFloor).toBeCloseTo(alone.noiseFloor as number, 3);
  }
});

test('a silent or faint side, inverted polarity and an offset are told', async () => {
  const spoken = voice(1);
  const kinds = async (channels: Channels) => (await measured(channels, RATE)).channelNotes?.map(({ kind }) => kind);
  expect(await kinds([spoken])).toEqual([]);
  expect(await kinds([spoken, spoken])).toEqual([]);
  expect(await kinds([spoken, voice(2)])).toEqual([]);
  expect((await measured([spoken, new Float32Array(COUNT)], RATE)).channelNotes).toEqual([
    { kind: 'silent-side', side: 'right' },
  ]);
  expect(await kinds([times(spoken, 0.001), spoken])).toEqual(['faint-side']);
  expect(await kinds([spoken, times(spoken, -0.8)])).toEqual(['inverted']);
  const { channelNotes, speechLevel } = await measured([spoken.map((value) => value + 0.2)], RATE);
  expect(channelNotes).toEqual([{ kind: 'offset', offset: expect.closeTo(0.2, 2) }]);
  expect(Math.abs((speechLevel as number) - ((await measured([spoken], RATE)).speechLevel as number))).toBeLessThan(
    0.5,
  );
});

test('two voices, one on each side, are told; one voice, music and noise in stereo are not', async () => {
  const { channels, guest, host } = conversation(temporaryFolder(), 6, RATE);
  const kinds = async (sound: Channels) => (await measured(sound, RATE)).channelNotes?.map(({ kind }) => kind);
  expect(await kinds(channels)).toEqual(['two-voices']);
  // The guest is much quieter.
  expect(await kinds([channels[0] as Float32Array, times(channels[1] as Float32Array, 0.15)])).toEqual(['two-voices']);
  const both = sum(host, guest);
  const hiss = (seed: number) => times(noise(both.length, seed), 0.01);
  expect(await kinds([both, both])).toEqual([]);
  // Both in one room, in noise that differs: each a little to one side.
  const room = [sum(host, times(guest, 0.6)), sum(times(host, 0.6), guest)] as const;
  expect(await kinds([sum(room[0], hiss(3)), sum(room[1], hiss(4))])).toEqual([]);
  expect(await kinds([sum(both, hiss(3)), hiss(4)])).not.toContain('two-voices');
  expect(await kinds([hiss(5), hiss(6)])).toEqual([]);
  const music = piano(both.length, RATE);
  expect(await kinds([music, sum(music, hiss(7))])).toEqual([]);
});

test('a scan keeps the waveforms of both sides only where each has a voice of its own', async () => {
  const folder = temporaryFolder();
  const at = (name: string) => path.join(folder, name);
  const { channels } = conversation(folder, 4, RATE);
  const scanned = async (sound: Channels) => {
    writeWav(at('scanned.wav'), sound, RATE);
    const files = { path: at('scanned.wav'), peaksPath: at('peaks'), indexPath: at('index') };
    await engine.scan(files, () => undefined);
    return decodePeaks(readFileSync(at('peaks')));
  };
  const { lanes = [], levels } = await scanned(channels);
  const alone = await Promise.all([await scanned(channels.slice(0, 1)), await scanned(channels.slice(1))]);
  expect(lanes).toEqual(alone.map((one) => one.levels));
  expect((await scanned([channels[0] as Float32Array, channels[0] as Float32Array])).lanes).toBeUndefined();
  expect(levels).toHaveLength(lanes[0]?.length ?? 0);
});

test('hum is found in whichever channel it is, also where it cancels in a sum', async () => {
  const [spoken, mains] = [times(voice(1), 0.5), times(hum(COUNT, RATE, 50), 0.02)];
  for (const channels of [
    [sum(spoken, mains), sum(spoken, times(mains, -1))],
    [spoken, mains],
  ]) {
    expect((await measured(channels, RATE)).hum?.frequency).toBeCloseTo(50, 1);
  }
});

test('two voices, one a side, are restored each by itself; channels of one scene together', async () => {
  const [one, other] = [voice(1), voice(2)];
  expect(await groupsOf([one, other])).toEqual([
    { channels: [0], mix: [1] },
    { channels: [1], mix: [1] },
  ]);
  const together = (mix: readonly number[]) => [{ channels: [0, 1], mix }];
  expect(await groupsOf([one, times(one, 0.3)])).toEqual(together([0.5, 0.5]));
  expect(await groupsOf([one, times(one, -0.5)])).toEqual(together([0.5, -0.5]));
  expect(await groupsOf([one, times(other, 0.001)])).toEqual(together([1, 0]));
  // A voice off the middle, in noise that differs: it keeps its place.
  const hiss = (seed: number) => times(noise(COUNT, seed), 0.3 * levelOf(one));
  expect(await groupsOf([sum(one, hiss(5)), sum(times(one, 0.6), hiss(6))])).toEqual(together([0.5, 0.5]));
  // What reaches the second microphone later is still one scene.
  const late = Float32Array.from(one, (_, i) => one[i - 48] ?? 0);
  expect((await groupsOf([one, late])).length).toBe(1);
});

test('mono takes a silent side and inverted polarity into account', async () => {
  const folder = temporaryFolder();
  const at = (name: string) => path.join(folder, name);
  const spoken = voice(1);
  for (const other of [times(spoken, -1), new Float32Array(COUNT), spoken]) {
    writeWav(at('both.wav'), [spoken, other], RATE);
    const files = { original: at('both.wav'), result: at('both.wav'), output: at('mono.wav') };
    const sound = { strength: 1, loudness: null, format: 'wav24', channels: 'mono' } as const;
    await engine.export({ ...files, ...sound }, () => undefined);
    const { channels } = readWhole(at('mono.wav'));
    expect(channels.length).toBe(1);
    expect(levelOf(channels[0] as Float32Array)).toBeCloseTo(levelOf(spoken), 3);
  }
});

test('samples that can be no sound are repaired at their place', async () => {
  const folder = temporaryFolder();
  const file = path.join(folder, 'wild.wav');
  const spoken = times(voice(1), 0.5);
  const wild = spoken.slice();
  for (const [at, value] of [
    [4000, Number.NaN],
    [4001, Number.NaN],
    [9000, Number.POSITIVE_INFINITY],
    [20_000, 17_000],
    [31_000, -40],
  ] as const)
    wild[at] = value;
  writeWav(file, [wild], RATE);
  const { channels } = readWhole(file);
  const read = channels[0] as Float32Array;
  expect(read.length).toBe(COUNT);
  for (let i = 0; i < COUNT; i++) expect(Math.abs((read[i] as number) - (spoken[i] as number))).toBeLessThan(0.1);
});
