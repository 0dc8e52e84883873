/** Every command that uses a call of the service makes a real service receive it: the terminal's half of the table of calls. */

import path from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { ENDPOINTS } from '../../../build/service-reference/endpoints.ts';
import { createProgram } from '../../../electron/hosts/cli/program/program.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { writeTone } from '../../fixtures/tone.ts';
import { startVendor } from '../../harness/cli/local-vendor.ts';
import { placesIn, runCli } from '../../harness/cli/run-cli.ts';
import { runHere } from '../../harness/cli/run-here.ts';
import { editStore } from '../../harness/service/accounts.ts';
import { auditWitness, HOLD_BUILT_IN } from '../../harness/service/audit-witness.ts';
import { createEndpointProof } from '../../harness/service/endpoint-proof.ts';
import { startRequestRecord } from '../../harness/service/request-record.ts';

/** Nobody listens there, so that deliveries fail. */
const ADDRESS = 'https://127.0.0.1:9/hooks';
const BUILT_IN = 'This computer';

beforeEach(() => {
  // No keychain, whatever the computer that the tests run on has.
  vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', 'unix:path=/nowhere/bus');
});
afterEach(() => {
  vi.unstubAllEnvs();
});

test('each command of the table sends its call', { tags: 'long', timeout: 300_000 }, async ({ skip }) => {
  skip(process.platform !== 'linux', 'elsewhere there is a keychain, and tests leave it alone');
  const folder = temporaryFolder();
  const vendor = await startVendor(path.join(folder, 'vendor'), ['--rehearsal']);
  onTestFinished(vendor.stop);
  const record = await startRequestRecord(vendor.baseUrl);
  onTestFinished(record.close);
  const proof = createEndpointProof('terminal', import.meta.filename, record);
  const source = path.join(folder, 'take.wav');
  writeTone(source, { seconds: 1 });

  const places = placesIn(folder);
  const restored =
    (words: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
    async () => {
      const { status, stderr } = await runCli(['restore', source, ...words, '--json'], { environment });
      expect([status, stderr]).toEqual([0, expect.any(String)]);
    };
  const models = ['--model', 'service-2', '--model', 'service-3.5'];
  const calls = Object.entries(ENDPOINTS).flatMap(([call, { terminal }]) =>
    'command' in terminal && terminal.command === 'restore' ? [call] : [],
  );
  expect(calls).toHaveLength(6);
  await proof.step(
    calls,
    restored([...places, ...models, '--base-url', record.baseUrl], { CLEARTAKE_API_KEY: vendor.apiKey }),
  );

  const dataDir = path.join(folder, 'studio');
  /** Runs a command as it is typed. */
  function typed(words: readonly string[], key = '') {
    let status = 0;
    vi.stubEnv('CLEARTAKE_ADMIN_KEY', vendor.adminKey);
    return runHere(async () => {
      const program = createProgram((value) => {
        status = value;
      });
      await program.parseAsync([...words, '--data-dir', dataDir, '--json'], { from: 'user' });
      return status;
    }, key);
  }
  /** @returns the objects that it printed */
  async function run(words: readonly string[], key = '') {
    const { status, sentence, stdout, stderr } = await typed(words, key);
    expect([words.join(' '), status, sentence + stderr]).toEqual([words.join(' '), 0, '']);
    return stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  }
  /** One call, by the command of its row. */
  function sent(call: string, ...words: readonly string[]) {
    const terminal = ENDPOINTS[call]?.terminal;
    const command = terminal !== undefined && 'command' in terminal ? terminal.command : '';
    return proof.step(call, () => run([...command.split(' '), ...words]));
  }
  const account = ['--base-url', record.baseUrl];

  await run(['connections', 'add', 'Studio', record.baseUrl, '--store', 'file'], vendor.adminKey);
  await sent('/v1/list_projects', 'Studio');

  const [created] = await sent('/portal/keys/create', 'Newsroom', ...account);
  const { keyId } = created;
  expect(created.key).toMatch(/^ctk_/);
  expect((await sent('/v1/api_keys/list', ...account)).map((key) => key.label)).toContain('Newsroom');
  expect(await sent('/v1/api_keys/rotate', keyId, ...account)).toMatchObject([{ keyId, status: 'active' }]);
  expect(await sent('/portal/keys/deactivate', keyId, ...account)).toMatchObject([
    { event: 'deactivated', keyId, status: 'inactive' },
  ]);
  expect(await sent('/portal/keys/activate', keyId, ...account)).toMatchObject([
    { event: 'activated', keyId, status: 'active' },
  ]);
  expect(await sent('/portal/keys/limit', keyId, '60', ...account)).toMatchObject([
    { event: 'limited', keyId, callsPerMinute: 60 },
  ]);
  const listed = await sent('/portal/keys/list', ...account);
  expect(listed.find((key) => key.keyId === keyId)).toMatchObject({ callsPerMinute: 60 });
  expect(await run(['keys', 'limit', keyId, 'none', ...account])).toMatchObject([{ callsPerMinute: null }]);
  expect(await sent('/portal/keys/revoke', keyId, '--yes', ...account)).toMatchObject([
    { event: 'revoked', status: 'revoked' },
  ]);

  await sent('/portal/billing/payment_method', 'Studio card', ...account);
  await sent('/portal/billing/downgrade', 'free', '--yes', ...account);
  await sent('/portal/billing/upgrade', 'developer', ...account);
  await sent('/portal/billing/spend_limit', '20', ...account);
  await sent('/portal/billing/alerts', '10', ...account);
  expect(await sent('/portal/billing/country', 'DE', ...account)).toMatchObject([{ billingCountry: 'DE' }]);
  expect(await sent('/portal/billing/account', ...account)).toMatchObject([{ spendLimit: 20_000_000 }]);
  expect(await sent('/portal/billing/usage/list', ...account)).toHaveLength(2);
  await sent('/portal/billing/ledger/list', ...account);
  await sent('/portal/billing/invoices/list', ...account);
  expect((await sent('/portal/audit/list', ...account)).map(({ action }) => action)).toContain('key.limited');
  const [grace] = await sent('/portal/users/create', 'Grace', ...account);
  expect(grace).toMatchObject({ event: 'user', name: 'Grace' });
  await run(['keys', 'create', 'Desk of Grace', '--user', grace.userId, ...account]);
  expect(await run(['portal', 'keys', '--user', grace.userId, ...account])).toMatchObject([{ label: 'Desk of Grace' }]);
  expect((await sent('/portal/users/list', ...account)).map(({ name }) => name)).toContain('Grace');
  // Nothing cost anything there, so there is no invoice: the service says so to both.
  for (const [call, ...words] of [
    ['/portal/billing/invoices/get', 'portal', 'invoice', 'inv_none'],
    ['/portal/billing/invoices/pay', 'portal', 'pay', 'inv_none', '--yes'],
  ] as const) {
    const { sentence } = await proof.step(call, () => typed([...words, ...account]));
    expect(sentence).toContain('There is no such entry here');
  }
  await sent('/portal/rehearsal', ...account);

  const [{ endpointId }] = await sent('/v1/webhooks/configure', 'Studio', ADDRESS);
  await sent('/v1/webhooks/send_test_event', 'Studio');
  await sent('/portal/webhooks/endpoints/disable', 'Studio', endpointId);
  await sent('/portal/webhooks/endpoints/enable', 'Studio', endpointId);
  await sent('/portal/webhooks/endpoints/recover', 'Studio', endpointId, '--since', '1h');
  const [delivery] = await sent('/portal/webhooks/deliveries/list', 'Studio');
  await sent('/portal/webhooks/messages/resend', 'Studio', delivery.messageId, endpointId);
  const [message] = await sent('/portal/webhooks/messages/list', 'Studio');
  expect(message).toMatchObject({ messageId: delivery.messageId, payload: { eventType: message.eventType } });
  const [shown] = await sent('/portal/webhooks/endpoints/secret', 'Studio', endpointId);
  const [rotated] = await sent('/portal/webhooks/endpoints/rotate_secret', 'Studio', endpointId, '--rotate');
  expect(rotated.secret).not.toBe(shown.secret);
  const changes = ['--url', `${ADDRESS}/new`, '--events', 'generation.completed'];
  await sent('/portal/webhooks/endpoints/update', 'Studio', endpointId, ...changes);
  expect(await sent('/portal/webhooks/endpoints/list', 'Studio')).toMatchObject([
    { address: `${ADDRESS}/new`, eventTypes: ['generation.completed'] },
  ]);
  await sent('/portal/webhooks/endpoints/remove', 'Studio', endpointId, '--yes');
  expect(await run(['webhooks', 'list', 'Studio'])).toEqual([]);

  await restored(['--out', path.join(folder, 'own'), '--data-dir', dataDir, '--model', 'service-2'])();
  const witness = auditWitness(dataDir);
  const own = { dataDirectory: path.join(dataDir, 'service') };
  editStore(own, HOLD_BUILT_IN, Date.now());
  await proof.step('/portal/billing/hold', () => run(['connections', 'lift-hold', BUILT_IN]), witness);
  await proof.step('/portal/projects/delete', () => run(['cleanup', '--remove', 'service-copies']), witness);

  expect(proof.missing()).toEqual([]);
});
