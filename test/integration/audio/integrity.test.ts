import path from 'node:path';
import { expect, test } from 'vitest';
import { createEngine } from '../../../electron/audio/engine.ts';
import { atRatio, decode, ffmpeg, speech, writeWav } from '../../fixtures/audio/media.ts';
import { pink, withClicks } from '../../fixtures/quality/noises.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { checkIntegrity } from '../../harness/audio/check-integrity.ts';
import { FAULT_KINDS, isFound, makeFault } from '../../harness/audio/made-faults.ts';

const RATE = 48_000;
const engine = createEngine();
/** Two of each kind. */
const NUMBERS = [4, 9];

const voice = (folder: string) => speech(folder, 8, RATE, 'en-gb+m3').map((value) => 0.6 * value);
const KINDS = [
  ['in noise', (clean: Float32Array) => atRatio(clean, pink(clean.length, 5), 10)],
  ['with clicks', (clean: Float32Array) => withClicks(clean, 9, RATE)],
] as const;

test.each(KINDS)(
  'speech %s: its good result passes in every format, and faults made in it are found',
  async (_, damage) => {
    const folder = temporaryFolder();
    const at = (name: string) => path.join(folder, name);
    const clean = voice(folder);
    writeWav(at('heard.wav'), [damage(clean)], RATE);
    const outputs = [{ path: at('good.wav'), format: 'wav' as const }];
    await engine.restore({ input: at('heard.wav'), model: 'service-2', outputs }, () => undefined);
    for (const format of ['wav', 'mp3', 'opus']) {
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

test('silence in place of a pause, and noise without speech that was removed, are not lost speech', async () => {
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
