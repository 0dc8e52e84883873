import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createEngine } from '../../../electron/audio/engine.ts';
import { CleartakeError } from '../../../shared/domain/errors.ts';
import { ownModelId } from '../../../shared/domain/models.ts';
import { ADDED_FILE, networkFile } from '../../../shared/domain/own-models/description.ts';
import type { WrittenOutput } from '../../../shared/engine-api/messages.ts';
import { type Channels, noise, writeWav } from '../../fixtures/audio/signals.ts';
import { syllables } from '../../fixtures/audio/syllables.ts';
import { gainModel, lateModel, maskModel, writeModel } from '../../fixtures/onnx.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { largestDifference, levelOf } from '../../harness/audio/metrics.ts';
import { readWhole } from '../../harness/audio/read-whole.ts';

const engine = createEngine();
const nothing = () => undefined;

const tried = async (file: string) => engine.checkModel({ path: file, folder: path.dirname(file) }, nothing);

/** Adds a model as the desk does. */
async function added(folder: string, model: Parameters<typeof writeModel>[1]) {
  const file = writeModel(path.join(folder, 'brought'), model);
  const { files, ...checked } = await engine.checkModel({ path: file, folder: path.dirname(file) }, nothing);
  const ownModel = path.join(folder, 'models');
  mkdirSync(ownModel);
  for (const [at, network] of files.entries())
    writeFileSync(path.join(ownModel, networkFile(at)), readFileSync(network));
  writeFileSync(path.join(ownModel, ADDED_FILE), JSON.stringify({ ...checked, addedAt: 1 }));
  return { ownModel, model: ownModelId(checked.description.name, checked.hash) };
}

async function restored(channels: Channels, rate: number, model: Parameters<typeof writeModel>[1]) {
  const folder = temporaryFolder();
  const input = path.join(folder, 'recording.wav');
  writeWav(input, channels, rate);
  const output = path.join(folder, 'restored.wav');
  const progress: number[] = [];
  const request = { input, ...(await added(folder, model)), outputs: [{ path: output, format: 'source' as const }] };
  const result = await engine.restore(request, ({ fraction }) => progress.push(fraction));
  return { result, progress, channels: readWhole((result.outputs[0] as WrittenOutput).path).channels };
}

/** Nothing that a network at 16 kHz cannot have. */
const tones = (rate: number, frequencies: readonly number[]) =>
  Float32Array.from(
    { length: rate + 17 },
    (_, at) =>
      frequencies.reduce((sum, hertz) => sum + 0.2 * Math.sin((2 * Math.PI * hertz * at) / rate), 0) *
      Math.sin((Math.PI * at) / (rate + 17)),
  );

/** Ends quietly. */
const voice = (rate: number, seed: number) =>
  syllables(rate + 17, rate, seed).map((value, at, all) => value * Math.min(1, (all.length - at) / 400));

test('a model of samples is used on each channel, at its own rate, with every sample in its place', async () => {
  const rate = 44_100;
  const channels = [tones(rate, [190, 1300]), tones(rate, [430, 3100])];
  const { channels: made, progress, result } = await restored(channels, rate, gainModel());
  expect(result).toMatchObject({ frames: rate + 17, sampleRate: rate, channels: 2 });
  expect(progress.length).toBeGreaterThan(2);
  for (const [channel, samples] of channels.entries()) {
    const restoredSamples = made[channel] as Float32Array;
    expect(restoredSamples).toHaveLength(samples.length);
    const rest = samples.map((value, at) => (restoredSamples[at] as number) - 0.5 * value);
    expect(levelOf(rest) / levelOf(samples)).toBeLessThan(0.005);
  }
});

test('a model of spectra keeps its state from frame to frame, and its delay is taken out', async () => {
  const rate = 16_000;
  const samples = voice(rate, 3);
  const { channels } = await restored([samples], rate, lateModel());
  expect(largestDifference(channels[0] as Float32Array, samples)).toBeLessThan(2e-3);
});

test('two networks in a row, one that masks and one of samples', async () => {
  const rate = 16_000;
  const samples = voice(rate, 4);
  const { channels } = await restored([samples], rate, maskModel());
  expect(
    largestDifference(
      channels[0] as Float32Array,
      samples.map((value) => value / 2),
    ),
  ).toBeLessThan(2e-3);
});

test('what is checked is told: its speed, and a hash of all that decides what it does', async () => {
  const check = async (model: Parameters<typeof writeModel>[1]) => tried(writeModel(temporaryFolder(), model));
  const one = await check(gainModel());
  expect(one.cost).toBeGreaterThan(0);
  expect(one.description).toMatchObject({ name: 'Half', window: 'none', delay: 0 });
  const renamed = gainModel();
  expect((await check({ ...renamed, description: { ...renamed.description, name: 'Other' } })).hash).toBe(one.hash);
  expect((await check(gainModel(320))).hash).not.toBe(one.hash);
});

const half = gainModel();
const late = lateModel();
const [network] = half.description.networks;
const changed = (change: object) => ({ ...half, description: { ...half.description, ...change } });
const ofNetwork = (change: object) => changed({ networks: [{ ...network, ...change }] });

test.each([
  ['no JSON', null, /model\.json is not valid JSON\. Correct the description/],
  [
    'a field that is missing',
    changed({ hop: undefined }),
    /model\.json is not a description of a model: “hop” is wrong/,
  ],
  ['a field of another name', changed({ windo: 'hann' }), /“windo”|"windo"/],
  ['a hop beyond the frame', changed({ hop: 161 }), /“hop” is wrong: at most as long as the frame/],
  [
    'a name that leaves the folder',
    ofNetwork({ file: '../half.onnx' }),
    /“networks\.0\.file” is wrong: the name of an \.onnx file/,
  ],
  ['a file that is not there', ofNetwork({ file: 'other.onnx' }), /The file other\.onnx of the network is missing/],
  [
    'a file that is no network',
    { ...half, files: { 'half.onnx': Buffer.from('no network') } },
    /half\.onnx is not an ONNX network/,
  ],
  [
    'an input of another name',
    ofNetwork({ input: { name: 'sound', shape: [1, 160] } }),
    /has no input called “sound”: it has “samples”/,
  ],
  [
    'another shape than the graph has',
    ofNetwork({ input: { name: 'samples', shape: [160] } }),
    /has the shape \[1, 160\]; the description says \[160\]/,
  ],
  [
    'shapes that are no frame',
    changed({ frame: 320, hop: 320 }),
    /“samples” has the shape \[1, 160\], which is not one frame of 320 samples/,
  ],
  [
    'an input that is not described',
    {
      ...late,
      description: { ...late.description, networks: late.description.networks.map(({ states: _, ...rest }) => rest) },
    },
    /late\.onnx also takes the input “before”, of which the description says nothing/,
  ],
  [
    'a delay that is not told',
    { ...late, description: { ...late.description, delay: 0 } },
    /lies 256 samples behind what goes in\. Put it right with “delay”/,
  ],
])('a model is refused with a sentence for %s', async (_, model, sentence) => {
  const folder = temporaryFolder();
  const file = writeModel(folder, model ?? half);
  if (model === null) writeFileSync(file, 'not JSON');
  const refusal = await Promise.resolve(engine.checkModel({ path: file, folder: path.dirname(file) }, nothing)).catch(
    (failure: unknown) => failure,
  );
  expect(refusal).toBeInstanceOf(CleartakeError);
  expect((refusal as CleartakeError).code).toBe('ownModelUnusable');
  expect((refusal as CleartakeError).userMessage).toMatch(sentence);
});

test('a model whose files are gone or changed is not used', async () => {
  const folder = temporaryFolder();
  const input = path.join(folder, 'recording.wav');
  writeWav(input, [noise(16_000, 1).map((value) => value / 9)], 16_000);
  const { model, ownModel } = await added(folder, gainModel());
  const restore = () => engine.restore({ input, model, ownModel, outputs: [] }, nothing);
  writeFileSync(path.join(ownModel, networkFile(0)), gainModel(320).files['half.onnx']);
  await expect(restore()).rejects.toMatchObject({ code: 'ownModelGone' });
  rmSync(ownModel, { recursive: true });
  await expect(restore()).rejects.toMatchObject({ code: 'ownModelGone' });
});
