/** Commands that were called wrongly, as whole processes: what people and programs read, and that no secret is repeated. */

import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { runCli } from '../../harness/cli/run-cli.ts';

const SECRET = 'ctk_0123456789abcdefghijklmnopqrstuvwxyz';

test('with --json, the last line of standard output says why a command failed', async () => {
  const dataDir = path.join(temporaryFolder(), 'data');
  const unknown = await runCli(['keys', 'lst', '--json']);
  expect([unknown.status, unknown.events]).toEqual([
    2,
    [{ event: 'error', code: 'usage', message: expect.stringContaining('list?'), retryable: false }],
  ]);
  expect(unknown.stderr).toContain('Run `cleartake keys --help`');
  const nobody = ['keys', 'list', '--base-url', 'http://127.0.0.1:9', '--json', '--data-dir', dataDir];
  const failed = await runCli(nobody, { environment: { CLEARTAKE_ADMIN_KEY: SECRET } });
  expect([failed.status, failed.events]).toEqual([1, [expect.objectContaining({ event: 'error', retryable: true })]]);
  expect(failed.stderr.trim()).toBe(failed.events[0]?.message);
  const plain = await runCli(['keys', 'list', '--data-dir', dataDir]);
  expect([plain.status, plain.stdout]).toEqual([2, '']);
});

test.each([
  [['keys', 'list', SECRET]],
  [['connections', 'add', 'Studio', 'https://restore.example.com', SECRET]],
  [['keys', 'list', '--base-url', `https://${SECRET}@restore.example.com`]],
  [['webhooks', 'listen', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw']],
])('a secret in the arguments isn’t repeated: %j', async (words) => {
  const { status, stdout, stderr } = await runCli([...words, '--json']);
  expect(status).toBe(2);
  expect(stdout + stderr).not.toContain(SECRET.slice(4));
  expect(stdout + stderr).not.toContain('MfKQ9r8G');
});

const HOOKS = ['webhooks', 'configure', 'Studio'];
const RECOVER = ['webhooks', 'recover', 'Studio', 'whe_1', '--since'];

test.each([
  [['keys', 'list', '--base-url', 'localhost:9'], 'https://'],
  [['connections', 'add', 'Studio', 'restore.example.com'], 'https://'],
  [['connections', 'edit', 'Studio', '--url', 'http://restore.example.com'], 'https://'],
  [[...HOOKS, 'http://hooks.example.com'], 'https address such as'],
  [[...HOOKS, 'hooks'], 'https address such as'],
  [['webhooks', 'update', 'Studio', 'whe_1', '--url', 'http://hooks.example.com'], 'https address such as'],
  [[...RECOVER, 'yesterday'], '24h or 5d'],
  [[...RECOVER, '12'], '24h or 5d'],
  [[...RECOVER, '22.11.2026'], '24h or 5d'],
  [[...RECOVER, '2026-02-30'], 'a date such as'],
  [['connections', 'choose', 'this computr'], 'Did you mean “This computer”?'],
  [['settings', 'get', 'them'], 'Did you mean “theme”?'],
  [['settings', 'set', 'theme', 'drak'], 'dark'],
  [['backups', 'check', 'yesterday'], 'no backup called “yesterday”'],
  [['desk', 'export', '/nowhere/desk.tar'], 'Check the folder'],
  [['send', 'take.wav', '--connection', 'This computer'], 'No finished recording is called “take.wav”'],
  [
    ['restore', 'https://media.example.com/a.wav?signature=0123456789abcdef'],
    'https://media.example.com/a.wav?[secret]',
  ],
])('%j says how it is written', { tags: 'long' }, async (words, said) => {
  const { status, stderr } = await runCli([...words, '--data-dir', path.join(temporaryFolder(), 'data')]);
  expect([status, stderr]).toEqual([2, expect.stringContaining(said)]);
});

test('a data folder without a history is named on standard error: it may be mistyped', async () => {
  const dataDir = path.join(temporaryFolder(), 'dtaa');
  const { status, stdout, stderr } = await runCli(['status', '--data-dir', dataDir]);
  expect([status, stdout, stderr]).toEqual([0, 'The queue is empty.\n', `There is no history in ${dataDir} yet.\n`]);
});
