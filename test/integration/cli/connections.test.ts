import { spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openCommandDesk } from '../../../electron/hosts/cli/access/open-desk.ts';
import { costsCommand } from '../../../electron/hosts/cli/commands/looking/costs.ts';
import { restoreCommand } from '../../../electron/hosts/cli/commands/restoring/restore.ts';
import { resumeCommand } from '../../../electron/hosts/cli/commands/restoring/resume.ts';
import * as connections from '../../../electron/hosts/cli/commands/services/connections.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { writeTone } from '../../fixtures/tone.ts';
import { runHere as run } from '../../harness/cli/run-here.ts';
import { scriptedService } from '../../harness/desk/scripted-stage.ts';
import { SCRIPTED_KEY } from '../../harness/remote/scripted-service.ts';

const MAIN = path.resolve(import.meta.dirname, '../../../electron/hosts/cli/main.ts');
/** No keychain, whatever the computer that the tests run on has. */
const NO_KEYCHAIN = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere/bus' };
const ON_LINUX = process.platform === 'linux';
const NEEDS_LINUX = 'elsewhere there is a keychain, and tests leave it alone';
const PRICES = { 'service-2': 500, 'service-3.5': 1000 };

let dataDir: string;
beforeEach(() => {
  for (const [name, value] of Object.entries(NO_KEYCHAIN)) vi.stubEnv(name, value);
  dataDir = path.join(temporaryFolder(), 'data');
});
afterEach(() => {
  vi.unstubAllEnvs();
});

async function service() {
  const started = await scriptedService();
  started.override('/v1/list_projects', () => ({ status: 200, body: { projects: [] } }));
  return started;
}

test('the hold of the built-in service is lifted; for another one there is its billing page', { tags: 'long' }, async ({
  skip,
}) => {
  skip(!ON_LINUX, NEEDS_LINUX);
  const { baseUrl } = await service();
  const billingPage = 'https://example.com/billing';
  const details = { header: 'bearer', price: PRICES, store: 'file', dataDir, json: true, billingPage } as const;
  const added = await run(() => connections.addConnection('Vendor', baseUrl, details), SCRIPTED_KEY);
  expect(JSON.parse(added.stdout.split('\n')[0] ?? '')).toMatchObject({ billingPage });
  expect(await run(() => connections.liftHold('This computer', { dataDir }))).toMatchObject({
    status: 0,
    stdout: 'The hold on This computer is lifted.\n',
  });
  const refused = await run(() => connections.liftHold('Vendor', { dataDir }));
  expect(refused).toMatchObject({ status: 2, stdout: '' });
});

test('a connection is added, tested, chosen, used, priced and removed, and its key is never shown', {
  tags: 'long',
}, async ({ skip }) => {
  skip(!ON_LINUX, NEEDS_LINUX);
  const { baseUrl } = await service();
  const details = { header: 'bearer', price: PRICES, store: 'file', dataDir } as const;
  const added = await run(() => connections.addConnection('Vendor', baseUrl, details), SCRIPTED_KEY);
  expect(added).toMatchObject({ status: 0, sentence: '' });
  expect(added.stdout).toContain('service-2 0.0005 USD per second');
  expect(added.stdout).toContain('unencrypted');
  expect(statSync(path.join(dataDir, 'keys/keys.json')).mode & 0o777).toBe(0o600);
  const tested = await run(() => connections.testConnectionCommand('Vendor', { dataDir }));
  expect(tested).toMatchObject({ status: 0, stdout: 'The service responds and accepts the key.\n' });
  expect(await run(() => connections.chooseConnection('Vendor', { dataDir }))).toMatchObject({ status: 0 });
  const listed = await run(() => connections.listConnections({ dataDir, json: true }));
  expect(
    listed.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toMatchObject([
    { kind: 'built-in', hasKey: true, chosen: false },
    { name: 'Vendor', hasKey: true, chosen: true, prices: PRICES },
    { event: 'vault', kind: 'file' },
  ]);

  const source = path.join(path.dirname(dataDir), 'tone.wav');
  writeTone(source, { seconds: 1 });
  const words = { type: 'audio', out: path.dirname(dataDir), dataDir } as const;
  const restored = await run(() => restoreCommand([source], { ...words, connection: 'Vendor' }));
  expect(restored).toMatchObject({ status: 0, stdout: expect.stringMatching(/service-2.*\.wav\n$/) });
  const costs = await run(() => costsCommand({ dataDir, json: true }));
  expect(JSON.parse(costs.stdout)).toMatchObject({
    charged: 30_000,
    held: 0,
    months: [{ connection: 'Vendor', model: 'service-2', generations: 1, seconds: 60, charged: 30_000 }],
  });
  const inWords = await run(() => costsCommand({ dataDir }));
  expect(inWords.stdout).toMatch(/Vendor {2}service-2 {2}1 restoration .*\nCharged: 0\.03 USD/);
  const table = await run(() => costsCommand({ dataDir, csv: true }));
  expect(table.stdout).toMatch(/^month,.*\n\d{4}-\d\d,Vendor,service-2,1,60,0\.030000,0/);

  const removed = await run(() => connections.removeConnection('Vendor', { dataDir }));
  expect(removed.stdout).toContain('its key were removed');
  expect(existsSync(path.join(dataDir, 'keys/keys.json'))).toBe(false);
  const said = [added, tested, listed, restored, costs, removed].map(({ stdout }) => stdout).join();
  expect(said).not.toContain(SCRIPTED_KEY);
});

test('without a protected store a key is not kept unless a file was chosen', async ({ skip }) => {
  skip(!ON_LINUX, NEEDS_LINUX);
  const details = { header: 'bearer', dataDir } as const;
  const add = () => connections.addConnection('Vendor', 'http://127.0.0.1:9', details);
  expect(await run(add, 'a-key-of-mine')).toMatchObject({
    status: 2,
    sentence: expect.stringContaining('--store file'),
  });
  expect(await run(add)).toMatchObject({ status: 2, sentence: expect.stringContaining('CLEARTAKE_API_KEY') });
  expect(existsSync(path.join(dataDir, 'keys'))).toBe(false);
});

test('a key is read from standard input and can be replaced, and invalid words are refused with a message', {
  tags: 'long',
}, async ({ skip }) => {
  skip(!ON_LINUX, NEEDS_LINUX);
  const file = path.join(dataDir, 'keys/keys.json');
  const address = 'http://127.0.0.1:9';
  const first = ['connections', 'add', 'Vendor', address, '--store', 'file', '--price', 'service-2=0.1', '--key-stdin'];
  expect(await withInput([...first, '--data-dir', dataDir], 'first-key-of-mine\n')).toBe(0);
  expect(readFileSync(file, 'utf8')).toContain('first-key-of-mine');
  const later = 'later-key-of-mine';
  expect(await run(() => connections.setKey('Vendor', { dataDir }), later)).toMatchObject({ status: 0 });
  expect(readFileSync(file, 'utf8')).toMatch(/"later-key-of-mine"/);
  expect(readFileSync(file, 'utf8')).not.toContain('first-key-of-mine');
  const details = { header: 'bearer', dataDir } as const;
  for (const [command, status, sentence] of [
    [() => connections.addConnection('Vendor', address, details), 2, 'already'],
    [() => connections.setKey('Nobody', { dataDir }), 2, '“Nobody”. Connections: This computer, Vendor.'],
    [() => connections.setKey('This computer', { dataDir }), 1, 'isn’t possible'],
    [() => connections.addConnection('Other', 'http://example.com', details), 1, 'starts with https://'],
    [() => connections.testConnectionCommand('Vendor', { dataDir }), 1, ''],
  ] as const) {
    const result = await run(command, later);
    expect(result).toMatchObject({ status, sentence: expect.stringContaining(sentence) });
    expect(result.stdout + result.sentence).not.toContain(later);
  }
});

test('an ambiguous connection name is refused, and an id sends the key to the right one', { tags: 'long' }, async ({
  skip,
}) => {
  skip(!ON_LINUX, NEEDS_LINUX);
  const addresses = [(await service()).baseUrl, (await service()).baseUrl];
  const desk = await openCommandDesk({ dataDirectory: dataDir, leavesEarlierWork: true });
  const details = {
    name: 'Vendor',
    headerStyle: 'bearer',
    prices: PRICES,
    key: 'refused-0123456789',
    keep: 'file',
  } as const;
  const ids: string[] = [];
  for (const baseUrl of addresses) ids.push((await desk.client.connections.add({ ...details, baseUrl })).id);
  await desk.close();

  const asked = await run(() => connections.testConnectionCommand('Vendor', { dataDir }));
  expect(asked.status).toBe(2);
  for (const [index, id] of ids.entries()) expect(asked.sentence).toContain(`${id} (${addresses[index]})`);
  expect(await run(() => connections.setKey(ids[1] ?? '', { dataDir }), SCRIPTED_KEY)).toMatchObject({ status: 0 });
  const statuses: number[] = [];
  for (const id of ids) statuses.push((await run(() => connections.testConnectionCommand(id, { dataDir }))).status);
  // A key that is refused needs the person.
  expect(statuses).toEqual([3, 0]);
});

test('a price makes the cost cap count for a service by address', { tags: 'long' }, async () => {
  const { baseUrl, generations } = await service();
  const source = path.join(path.dirname(dataDir), 'tone.wav');
  writeTone(source, { seconds: 1 });
  const words = { type: 'audio', out: path.dirname(dataDir), price: { 'service-2': 10_000 }, dataDir } as const;
  const alone = await run(() => restoreCommand([source], words));
  expect(alone).toMatchObject({ status: 2, sentence: expect.stringContaining('only works with --base-url') });
  const capped = await run(() => restoreCommand([source], { ...words, baseUrl, maxCost: 599_999 }), SCRIPTED_KEY);
  expect(capped.status).toBe(3);
  expect(generations).toHaveLength(0);
  const still = await run(() => resumeCommand({ cap: 599_999, dataDir }), SCRIPTED_KEY);
  expect(still.status).toBe(3);
  expect(generations).toHaveLength(0);
  const afforded = await run(() => resumeCommand({ cap: 600_000, dataDir }), SCRIPTED_KEY);
  expect(afforded.status).toBe(0);
  const costs = await run(() => costsCommand({ dataDir, json: true }));
  expect(JSON.parse(costs.stdout)).toMatchObject({ charged: 600_000 });
});

function withInput(words: readonly string[], input: string): Promise<number | null> {
  const child = spawn(process.execPath, [MAIN, ...words], {
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { PATH: process.env.PATH, ...NO_KEYCHAIN },
  });
  child.stdin.end(input);
  return new Promise((resolve) => child.once('exit', resolve));
}

test('a connection is given color and label, edited, and needs a key for another host', { tags: 'long' }, async ({
  skip,
}) => {
  skip(!ON_LINUX, NEEDS_LINUX);
  const { baseUrl } = await service();
  const linesOf = ({ stdout }: { readonly stdout: string }) => stdout.trim().split('\n');
  const details = { header: 'bearer', price: PRICES, store: 'file', dataDir } as const;
  const marked = { ...details, color: 'violet', label: 'studio' } as const;
  const added = await run(() => connections.addConnection('Vendor', baseUrl, marked), SCRIPTED_KEY);
  expect(linesOf(added)[0]).toContain('Vendor (studio)  violet  http');
  const edit = (options: Partial<connections.EditOptions>, name = 'Vendor') =>
    run(() => connections.editConnection(name, { dataDir, json: true, ...options }));
  const renamed = await edit({ name: 'Studio', header: 'x-api-key', label: 'test', price: { 'service-2': 700 } });
  expect(JSON.parse(renamed.stdout)).toMatchObject({
    ...{ name: 'Studio', headerStyle: 'x-api-key', color: 'violet', label: 'test', hasKey: true, baseUrl },
    prices: { ...PRICES, 'service-2': 700 },
  });
  const moved = await edit({ url: 'https://other.example', price: { 'service-2': 1 } }, 'Studio');
  expect(JSON.parse(moved.stdout)).toMatchObject({
    ...{ name: 'Studio', headerStyle: 'x-api-key', color: 'violet', label: 'test', hasKey: false },
    prices: { 'service-2': 1, 'service-3.5': null },
  });
  const here = await edit({ color: 'blue' }, 'This computer');
  expect(JSON.parse(here.stdout)).toMatchObject({ color: 'blue', label: null });
  expect(await edit({ color: null, label: null }, 'Studio')).toMatchObject({ status: 0 });
  const listed = linesOf(await run(() => connections.listConnections({ dataDir, json: true })));
  expect(listed.map((line) => JSON.parse(line))).toMatchObject([
    { name: 'This computer', color: 'blue', label: null },
    { name: 'Studio', color: null, label: null },
    { event: 'vault' },
  ]);
  expect(await edit({}, 'Studio')).toMatchObject({ status: 2, sentence: expect.stringContaining('--label') });
  expect(await edit({ name: 'This computer' }, 'Studio')).toMatchObject({ status: 2 });
  expect(await edit({ header: 'bearer' }, 'This computer')).toMatchObject({ status: 1 });
  const command = ['connections', 'edit', 'Studio', '--data-dir', dataDir];
  expect(await withInput([...command, '--color', 'mauve'], '')).toBe(2);
  expect(await withInput([...command, '--label', 'x'.repeat(21)], '')).toBe(2);
  expect(await withInput([...command, '--color', 'lime', '--label', 'mine', '--header', 'xi-api-key'], '')).toBe(0);
  const inWords = await run(() => connections.listConnections({ dataDir }));
  expect(inWords.stdout).toContain('Studio (mine)  lime  https://other.example  xi-api-key');
});
