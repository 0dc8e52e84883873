import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEngine } from '../../../electron/audio/engine.ts';
import { ffmpeg } from '../../fixtures/audio/media.ts';
import { noise, writeWav } from '../../fixtures/audio/signals.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const engine = createEngine();
const folder = temporaryFolder('audio', afterAll);
const at = (name: string) => path.join(folder, name);
const RATE = 44_100;

beforeAll(() => {
  const samples = noise(3 * RATE, 7).map((value) => value * 0.1);
  writeWav(at('float.wav'), [samples, samples], RATE);
  ffmpeg('-i', at('float.wav'), '-c:a', 'dca', '-strict', '-2', '-b:a', '1411200', at('take.dts'));
  ffmpeg('-i', at('float.wav'), '-b:a', '448k', at('take.ac3'));
});

/** A WAV whose header says 16-bit PCM, whatever its bytes are. */
function wrap(name: string, ...parts: readonly Uint8Array[]): void {
  const sound = Buffer.concat(parts);
  writeWav(at(name), [new Float32Array(sound.length >> 2)], RATE);
  const bytes = readFileSync(at(name));
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(2, 22);
  bytes.writeUInt16LE(16, 34);
  sound.copy(bytes, 44, 0, sound.length & ~3);
  writeFileSync(at(name), bytes);
}

function quiet(bytes: number): Uint8Array {
  const samples = noise(bytes / 2, 8).map((value) => value * 300);
  return new Uint8Array(Int16Array.from(samples).buffer);
}

async function codecOf(name: string): Promise<string> {
  const { codec } = await engine.probe({ path: at(name) }, () => undefined);
  const scan = { path: at(name), peaksPath: at('peaks'), indexPath: at('index') };
  expect((await engine.scan(scan, () => undefined)).codec).toBe(codec);
  return codec;
}

describe('a WAV that says it is PCM and is not', () => {
  test.each<readonly [string, string, () => readonly Uint8Array[]]>([
    ['DTS', 'dts', () => [readFileSync(at('take.dts'))]],
    ['DTS in the bytes of the other order', 'dts', () => [readFileSync(at('take.dts')).swap16()]],
    ['DTS after silence', 'dts', () => [new Uint8Array(200_000), readFileSync(at('take.dts'))]],
    ['DTS after sound', 'dts', () => [quiet(100_000), readFileSync(at('take.dts'))]],
    ['AC-3', 'ac3', () => [readFileSync(at('take.ac3'))]],
  ])('%s is found', async (name, codec, parts) => {
    wrap(`${name}.wav`, ...parts());
    expect(await codecOf(`${name}.wav`)).toBe(codec);
  });
});

test.each<readonly [string, () => Float32Array]>([
  ['quiet', () => noise(2 * RATE, 9).map((value) => value * 0.01)],
  ['silent', () => new Float32Array(2 * RATE)],
  ['as loud as can be', () => noise(2 * RATE, 9)],
  ['a moment long', () => noise(100, 9).map((value) => value * 0.1)],
])('what is PCM stays so when it is %s', async (name, make) => {
  writeWav(at(`${name}-float.wav`), [make()], RATE);
  ffmpeg('-i', at(`${name}-float.wav`), '-c:a', 'pcm_s16le', at(`${name}.wav`));
  expect(await codecOf(`${name}.wav`)).toBe('pcm_s16le');
});
