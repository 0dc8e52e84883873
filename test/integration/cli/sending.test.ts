import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createEngine } from '../../../electron/audio/engine.ts';
import { statusCommand } from '../../../electron/hosts/cli/commands/looking/status.ts';
import { restoreCommand } from '../../../electron/hosts/cli/commands/restoring/restore.ts';
import { type SendOptions, sendAgainCommand } from '../../../electron/hosts/cli/commands/restoring/send.ts';
import { addConnection } from '../../../electron/hosts/cli/commands/services/connections.ts';
import { speech } from '../../fixtures/audio/media.ts';
import { atRatio, noise, writeWav } from '../../fixtures/audio/signals.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { runHere } from '../../harness/cli/run-here.ts';
import { createFakeEngine } from '../../harness/engine/fake-engine.ts';
import { PRICES, startCustomer } from '../../harness/service/billing-account.ts';
import { startService } from '../../harness/service/test-service.ts';

/** Hz. */
const RATE = 16_000;
const FREE = { 'service-2': 0, 'service-3.5': 0 };

const engine = createEngine();
/** Measures as the real engine, and gives back at once what was uploaded. */
const { spawn } = createFakeEngine(undefined, (_text, file) => engine.length({ path: file }, () => undefined));

test('status names what could be better, and send tries its worst minute or sends it whole, each for its price', {
  tags: 'long',
}, async () => {
  const free = await startService({ spawn, configuration: { prices: FREE } });
  const studio = await startCustomer({ spawn });
  const folder = temporaryFolder();
  const dataDir = path.join(folder, 'data');
  const takes = path.join(folder, 'takes');
  mkdirSync(takes);
  const phrase = speech(folder, 5, RATE);
  const clean = Float32Array.from({ length: 70 * RATE }, (_, index) => phrase[index % phrase.length] as number);
  writeWav(path.join(takes, 'hall.wav'), [atRatio(clean, noise(clean.length, 1), 5)], RATE);
  writeWav(path.join(takes, 'room.wav'), [phrase], RATE);
  const add = (name: string, url: string, price: typeof FREE, key: string) =>
    runHere(() => addConnection(name, url, { header: 'bearer', store: 'file', price, dataDir }), key);
  expect(await add('Here', free.baseUrl, FREE, free.apiKey)).toMatchObject({ status: 0, sentence: '' });
  expect(await add('Studio', studio.service.baseUrl, PRICES, studio.apiKey)).toMatchObject({ status: 0, sentence: '' });
  const out = path.join(folder, 'out');
  expect(await runHere(() => restoreCommand([takes], { connection: 'Here', out, dataDir }))).toMatchObject({
    status: 0,
    stderr: expect.stringContaining('2 done, 1 could be better'),
  });
  const status = await runHere(() => statusCommand({ dataDir }));
  expect(status.stdout).toContain('hall.wav: could be better: background noise is still loud');
  expect(status.stdout).toContain('cleartake send --marked');
  expect(status.stdout).not.toContain('room.wav');

  const send = (names: readonly string[], options: Partial<SendOptions>) =>
    runHere(() => sendAgainCommand(names, { connection: 'Studio', dataDir, ...options }));
  for (const [names, options] of [
    [[], {}],
    [['hall.wav'], { marked: true }],
    [['hall.wav', 'room.wav'], { worstMinute: true }],
    [['room.wav'], { worstMinute: true }],
    [['nowhere.wav'], {}],
  ] as const)
    expect((await send(names, options)).status, names.join()).toBe(2);
  const tried = await send(['hall.wav'], { worstMinute: true, model: ['service-3.5'] });
  expect(tried).toMatchObject({ status: 0, stderr: expect.stringContaining('at Studio: at most 1.20 USD.') });
  expect((await studio.account()).usage).toMatchObject({ billableSeconds: 60 });
  // The whole recording is still marked, and the minute isn't.
  expect(await send([], { marked: true })).toMatchObject({
    status: 0,
    stderr: expect.stringContaining('Sending 1 recording to Studio: at most 0.70 USD.'),
  });
  expect((await studio.account()).usage).toMatchObject({ billableSeconds: 130, lifetime: 1_900_000 });
});
