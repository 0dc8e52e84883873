import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { lateModel, writeModel } from '../../fixtures/onnx.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { writeTone } from '../../fixtures/tone.ts';
import { runCli } from '../../harness/cli/run-cli.ts';

test('a model of one’s own is added, listed, used by its name, and removed; its results stay', {
  tags: 'long',
}, async () => {
  const folder = temporaryFolder();
  const data = path.join(folder, 'data');
  const run = (...words: string[]) => runCli([...words, '--data-dir', data]);
  const file = writeModel(path.join(folder, 'brought'), lateModel());

  const empty = await run('models', 'list');
  expect(empty.stdout).toBe('No models of your own. Add one with `cleartake models add FILE.onnx`.\n');
  const added = await run('models', 'add', file);
  expect([added.status, added.stderr]).toEqual([0, '']);
  expect(added.stdout).toMatch(/^Added Late: 16 kHz, \d+\.\d\d s of processor for a second of sound\n$/);
  expect((await run('models', 'add', file)).status).toBe(0);
  const { events } = await run('models', 'list', '--json');
  expect(events).toMatchObject([{ event: 'model', name: 'Late', sampleRate: 16_000 }]);

  // It is a copy: what was brought is no longer needed.
  rmSync(path.join(folder, 'brought'), { recursive: true });
  const take = path.join(folder, 'take.wav');
  writeTone(take, { seconds: 2 });
  const out = path.join(folder, 'out');
  const restored = await run('restore', take, '--model', 'late', '--out', out, '--json');
  expect(restored.status, restored.stderr).toBe(0);
  expect(readdirSync(out)).toEqual(['take (Late).wav']);
  expect((await run('history', '--search', 'Late')).stdout).toContain('Late stored');
  expect((await run('history', '--models', 'service-2')).stdout).not.toContain('Late stored');
  expect((await run('quote', take, '--model', 'Late')).stdout).toMatch(/free|0\.00/);

  const unknown = await run('restore', take, '--model', 'Lat');
  expect(unknown.status).toBe(2);
  expect(unknown.stderr).toContain(
    'There is no model called “Lat”. Models: service-2, service-3.5, Late. Did you mean “Late”?',
  );

  const id = String(Object(events[0]).id);
  rmSync(path.join(data, 'models', id.slice(-8), '0.onnx'));
  writeTone(path.join(folder, 'other.wav'), { seconds: 1 });
  const broken = await run('restore', path.join(folder, 'other.wav'), '--model', 'Late', '--out', out);
  expect(broken.status).toBe(1);
  expect(broken.stdout + broken.stderr).toContain('The model for this recording is no longer on this computer.');

  expect((await run('models', 'remove', 'Late')).stdout).toBe('Removed Late. Its results stay.\n');
  expect((await run('models', 'list', '--json')).events).toEqual([]);
  expect(readdirSync(path.join(data, 'models'))).toEqual([]);
  expect(existsSync(path.join(out, 'take (Late).wav'))).toBe(true);
});

test('a model that doesn’t fit its description is refused with what is wrong, and nothing is kept', {
  tags: 'long',
}, async () => {
  const folder = temporaryFolder();
  const data = path.join(folder, 'data');
  const model = lateModel();
  const file = writeModel(folder, { ...model, description: { ...model.description, frame: 256, hop: 128 } });
  const { status, stderr } = await runCli(['models', 'add', file, '--data-dir', data]);
  expect(status).toBe(1);
  expect(stderr).toContain('“spec” has the shape [1, 257, 1, 2], which is not a spectrum of 129 complex bins.');
  expect(existsSync(path.join(data, 'models'))).toBe(false);
});

test('a model of one’s own never goes to another service, and its recording neither', { tags: 'long' }, async () => {
  const folder = temporaryFolder();
  const data = ['--data-dir', path.join(folder, 'data')];
  const file = writeModel(path.join(folder, 'brought'), lateModel());
  expect((await runCli(['models', 'add', file, ...data])).status).toBe(0);
  writeTone(path.join(folder, 'take.wav'), { seconds: 1 });
  const words = [
    'restore',
    path.join(folder, 'take.wav'),
    '--model',
    'Late',
    '--base-url',
    'http://127.0.0.1:9',
    ...data,
  ];
  const { status, stderr, stdout } = await runCli(words, { environment: { CLEARTAKE_API_KEY: 'ct_secret_key' } });
  expect(status).not.toBe(0);
  expect(stderr + stdout).toContain('Only this computer has the models that you added.');
});
