import path from 'node:path';
import { expect, test } from 'vitest';
import { createEngine } from '../../../electron/audio/engine.ts';
import { decode, ffmpeg, speech } from '../../fixtures/audio/media.ts';
import { atRatio, writeWav } from '../../fixtures/audio/signals.ts';
import { pink, withClicks } from '../../fixtures/quality/noises.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { checkIntegrity } from '../../harness/audio/check-integrity.ts';
import {
  CHANNEL_FAULT_KINDS,
  FAULT_KINDS,
  isFound,
  makeChannelFault,
  makeFault,
} from '../../harness/audio/made-faults.ts';
import { someOf } from '../depth.ts';

const RATE = 48_000;
const engine = createEngine();
/** Two of each kind. */
const NUMBERS = someOf([4, 9], 1);

const voice = (folder: string) => speech(folder, 8, RATE, 'en-gb+m3').map((value) => 0.6 * value);
const KINDS = [
  ['in noise', (clean: Float32Array) => atRatio(clean, pink(clean.length, 5), 10)],
  ['with clicks', (clean: Float32Array) => withClicks(clean, 9, RATE)],
] as const;

test.each(someOf(KINDS, 1))(
  'speech %s: its good result passes in every format, and faults made in it are found',
  { tags: 'long' },
  async (_, damage) => {
    const folder = temporaryFolder();
    const at = (name: string) => path.join(folder, name);
    const clean = voice(folder);
    writeWav(at('heard.wav'), [damage(clean)], RATE);
    const outputs = [{ path: at('good.wav'), format: 'wav' as const }];
    await engine.restore({ input: at('heard.wav'), model: 'service-2', outputs }, () => undefined);
    for (const format of someOf(['wav', 'mp3', 'opus'], 2)) {
      if (format !== 'wav') ffmpeg('-i', at('good.wav'), at(`good.${format}`));
      const { comparison, findings } = await checkIntegrity(engine, folder, at('heard.wav'), at(`good.${format}`));
      expect(findings, format).toEqual([]);
      expect(comparison.lag, format).toBe(0);
    }
    const result = decode(at('good.wav'), { channels: 1 }).channels[0] as Float32Array;
    for (const kind of FAULT_KINDS) {
      for (const number of NUMBERS) {
        const fault = makeFault(kind, number, clean, result, RATE);
        if (fault === null) throw new Error(`No place for ${kind}`);
        writeWav(at('bad.wav'), [fault.samples], RATE);
        const { comparison, findings } = await checkIntegrity(engine, folder, at('heard.wav'), at('bad.wav'));
        expect(
          isFound(fault, findings, comparison),
          `${kind} ${fault.what} at ${fault.at}: ${JSON.stringify(findings)}`,
        ).toBe(true);
      }
    }
  },
);

test('of a stereo recording, a silent channel, exchanged channels and equal ones are found; what leaks from one into the other may go', {
  tags: 'long',
}, async () => {
  const folder = temporaryFolder();
  const at = (name: string) => path.join(folder, name);
  const [one, other] = ['en-gb+m3', 'en-us+f3'].map((name) =>
    speech(folder, 8, RATE, name).map((value) => 0.4 * value),
  );
  if (one === undefined || other === undefined) throw new Error('No voices');
  // They speak in turns, each into a microphone that also hears the other one.
  const turn = Math.round(1.5 * RATE);
  const speaks = (voice: Float32Array, whose: number) =>
    voice.map((value, i) => (Math.floor(i / turn) % 2 === whose ? value : 0));
  const [left, right] = [speaks(one, 0), speaks(other, 1)];
  const hears = (own: Float32Array, leaks: Float32Array) => own.map((value, i) => value + 0.08 * (leaks[i] as number));
  writeWav(at('heard.wav'), [hears(left, right), hears(right, left)], RATE);
  const check = async (channels: readonly Float32Array[]) => {
    writeWav(at('result.wav'), channels, RATE);
    const { findings } = await checkIntegrity(engine, folder, at('heard.wav'), at('result.wav'));
    return findings;
  };
  expect(await check([left, right])).toEqual([]);
  for (const kind of CHANNEL_FAULT_KINDS) {
    for (const number of [0, 1]) {
      const { channels, what } = makeChannelFault(kind, number, [left, right]);
      expect(
        (await check(channels)).map((finding) => finding.kind),
        what,
      ).toEqual([kind]);
    }
  }
  // The same voice on both sides: nothing to tell apart, and one side that falls silent is still found.
  writeWav(at('heard.wav'), [one, one], RATE);
  expect(await check([one, one.map((value) => 0.98 * value)])).toEqual([]);
  expect(await check([one, one.slice().fill(0, 4 * RATE)])).toEqual([
    { kind: 'silent-channel', channel: 'right', at: expect.closeTo(4, 0), seconds: expect.closeTo(4, -1) },
  ]);
});

test('silence in place of a pause, and noise without speech that was removed, are not lost speech', {
  tags: 'long',
}, async () => {
  const folder = temporaryFolder();
  const at = (name: string) => path.join(folder, name);
  const spoken = voice(folder).subarray(0, 3 * RATE);
  const hiss = pink(9 * RATE, 7).map((value) => 0.01 * value);
  const clean = new Float32Array(9 * RATE);
  clean.set(spoken);
  clean.set(spoken, 6 * RATE);
  writeWav(at('heard.wav'), [clean.map((value, i) => value + (hiss[i] as number))], RATE);
  // Everything between the two sentences is gone, the noise under them too.
  writeWav(at('bad.wav'), [clean], RATE);
  const { findings } = await checkIntegrity(engine, folder, at('heard.wav'), at('bad.wav'));
  expect(findings).toEqual([]);
});

test('speech that a restoration only thins is no other speech', { tags: 'long' }, async () => {
  const folder = temporaryFolder();
  const at = (name: string) => path.join(folder, name);
  const spoken = voice(folder);
  writeWav(at('heard.wav'), [spoken], RATE);
  ffmpeg('-i', at('heard.wav'), '-af', 'equalizer=f=1100:t=h:w=900:g=-14', at('thinned.wav'));
  expect((await checkIntegrity(engine, folder, at('heard.wav'), at('thinned.wav'))).findings).toEqual([]);
});

test('channels that cancel each other out are compared like any others, and a result with nothing in it is held back', {
  tags: 'long',
}, async () => {
  const folder = temporaryFolder();
  const at = (name: string) => path.join(folder, name);
  const spoken = voice(folder);
  const inverted = spoken.map((value) => -value);
  const cut = (samples: Float32Array) => samples.slice().fill(0, 3 * RATE, 4.5 * RATE);
  writeWav(at('heard.wav'), [spoken, inverted], RATE);
  const check = async (channels: readonly Float32Array[]) => {
    writeWav(at('result.wav'), channels, RATE);
    return (await checkIntegrity(engine, folder, at('heard.wav'), at('result.wav'))).findings;
  };
  expect(await check([spoken, inverted])).toEqual([]);
  expect(await check([cut(spoken), cut(inverted)])).toEqual([
    { kind: 'lost-speech', at: expect.closeTo(3, 0), seconds: expect.any(Number), places: expect.any(Number) },
  ]);
  const silence = new Float32Array(spoken.length);
  expect((await check([silence, silence]))[0]).toEqual({ kind: 'silent' });
  // Nothing that could be measured as speech, and yet something.
  writeWav(at('heard.wav'), [pink(spoken.length, 3).map((value) => 0.05 * value)], RATE);
  expect((await check([silence]))[0]).toEqual({ kind: 'silent' });
});
