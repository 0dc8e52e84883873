import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import type { DeskClient } from '../../../shared/contract/index.ts';
import { DEFAULT_BATCH_PRESET } from '../../../shared/domain/batch/batch-preset.ts';
import { writeTone } from '../../fixtures/tone.ts';
import { runCli } from '../../harness/cli/run-cli.ts';
import { startBrowserDesk } from '../../harness/desk/browser-desk.ts';
import { tokenOf } from '../../harness/desk/browser-session.ts';
import { connectDesk } from '../../harness/desk/desk-over-socket.ts';
import { startEchoingService } from '../../harness/secret-search/echoing-service.ts';
import { watchProcesses } from '../../harness/secret-search/processes.ts';
import { type Place, placesBelow, search } from '../../harness/secret-search/search.ts';

test.use({ trace: 'off' });

/** Not secret, and in every place: what finds it would find a secret there. */
const CONTROL = 'control-4c1d9e0b77';
/** No keychain, whatever the computer has: nothing is left in it. */
const NO_KEYCHAIN = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere/bus' };

const SECRETS = {
  'key typed in the page': 'typed-7Yq2/Wn+5tRz=81kLm',
  'key that was replaced': 'replaced-Hx93-bbQe.Va62',
  'key of a removed connection': 'removed-Jd71~kkPw_Zs40',
  'key kept in the file': 'filed-Tm58:rrGy!Xc29-u3',
  'key with odd characters': `odd "q'Lp&%41=+/ <Vk83> 96`,
  'run key of the built-in service': 'ct_run_',
  'upload signature': 'up5Bq0Zk2WmX8sNdTf7JrVhY',
  'download signature': 'dn3Cw9Gl6YpQ1uHxKa4MtEzR',
  'webhook secret': 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  'cookie of the service': 'session-of-the-service=Pz6Fj2Ro8Ni',
};

test('no secret is found in anything that a run leaves or shows, in any of five encodings', async ({
  page,
  context,
}) => {
  test.skip(process.platform !== 'linux', 'reads /proc');
  test.setTimeout(300_000);
  const folder = mkdtempSync(path.join(tmpdir(), 'cleartake-secrets-'));
  const data = path.join(folder, 'data');
  const out = path.join(folder, 'out');
  const temporary = path.join(folder, CONTROL);
  for (const made of [data, out, temporary]) mkdirSync(made);
  writeFileSync(path.join(temporary, 'a temporary file'), CONTROL);
  const source = path.join(folder, `${CONTROL}.wav`);
  writeTone(source, { seconds: 1 });
  const service = await startEchoingService({
    uploadSignature: SECRETS['upload signature'],
    downloadSignature: SECRETS['download signature'],
    webhookSecret: SECRETS['webhook secret'],
    cookie: SECRETS['cookie of the service'],
  });
  // The command that is given a key in its environment has it there; nobody that it starts may.
  const watch = watchProcesses((pid, words) => pid === process.pid || words.includes('build/cleartake.mjs'));
  const environment = { ...NO_KEYCHAIN, TMPDIR: temporary };
  const desk = await startBrowserDesk({ dataDirectory: data, environment });
  const traffic = recordTraffic(page);

  await page.goto(desk.url);
  await expect(page.getByText('Drop recordings or folders here')).toBeVisible();
  const { client, upload, close } = await connectDesk(desk);
  const add = (name: string, key: string) =>
    client.connections.add({ name, baseUrl: service.baseUrl, headerStyle: 'bearer', prices: PRICES, key });
  const removed = await add('Removed', SECRETS['key of a removed connection']);
  await client.connections.test({ connectionId: removed.id });
  await client.connections.remove({ connectionId: removed.id });
  const vendor = await add(CONTROL, SECRETS['key that was replaced']);
  const preset = { ...DEFAULT_BATCH_PRESET, output: { kind: 'folder' as const, path: out } };
  const copy = await upload(source);
  const report = await client.queue.add({ paths: [copy], preset, start: true, connectionId: vendor.id });
  const jobId = report.jobIds[0] ?? '';
  // Refused with an echo of everything; then with another key, typed in the page, to its end.
  await settled(client, jobId, 'failed');
  await replaceKey(page, CONTROL, SECRETS['key typed in the page']);
  await client.queue.retry({ jobIds: [jobId] });
  await settled(client, jobId, 'failed');
  await client.queue.retry({ jobIds: [jobId] });
  await settled(client, jobId, 'done');
  const local = await client.queue.add({ paths: [copy], preset, start: true, connectionId: 'built-in' });
  await settled(client, local.jobIds[0] ?? '', 'done');
  await page.getByRole('link', { name: 'History' }).click();
  await page.getByRole('textbox', { name: 'Search names, folders' }).fill(CONTROL);
  await expect(page.getByText(CONTROL).first()).toBeVisible();
  // Typed words leave the page a moment later.
  await expect.poll(() => search(traffic(), { control: CONTROL }).map(({ place }) => place)).toContain('to the desk');
  const heap = { name: 'heap', where: 'of the page', bytes: await heapOf(page) };
  expect(await context.cookies()).toEqual([]);
  const session = await page.evaluate(() => Object.values({ ...window.sessionStorage }).join());
  expect(session.length).toBeGreaterThan(30);
  close();
  await desk.kill();
  const afterKill = placesBelow(data, placeInData);
  expect(afterKill.map(({ name }) => name)).toContain('WAL');

  const cli = (words: readonly string[], key: string) =>
    runCli([...words, '--data-dir', data], { environment: { ...environment, CLEARTAKE_API_KEY: key } });
  const kept = await cli(
    ['connections', 'add', 'Kept', service.baseUrl, '--store', 'file'],
    SECRETS['key kept in the file'],
  );
  expect(kept).toMatchObject({ status: 0 });
  const restore = ['restore', source, '--base-url', service.baseUrl, '--out', out, '--again', '--json'];
  const refused = await cli(restore, SECRETS['key with odd characters']);
  expect(refused).toMatchObject({ status: 1 });
  const restored = await cli(restore, SECRETS['key with odd characters']);
  expect(restored).toMatchObject({ status: 0 });
  const seen = watch.stop();
  await service.close();

  const outputs = [kept, refused, restored].map(({ stdout, stderr }) => stdout + stderr);
  const shown = { name: 'output', where: 'of all programs', bytes: Buffer.from(outputs.join() + desk.output.errors) };
  const files = [
    ...afterKill,
    ...placesBelow(data, placeInData),
    ...placesBelow(temporary, () => 'temporary files'),
    ...placesBelow(out, () => 'exports'),
  ];
  const places = [...files, ...traffic(), ...seen, heap, shown];
  const ofRun = { 'token of the run': tokenOf(desk.url), 'session of the page': session };
  const hits = search(places, { ...SECRETS, ...ofRun }).filter((hit) => !isMeantToBeThere(hit));
  expect(hits).toEqual([]);

  // The service was given every key, so that each could have been written down.
  for (const name of ['typed in the page', 'that was replaced', 'of a removed connection', 'with odd characters'])
    expect(service.keys).toContain(SECRETS[`key ${name}` as keyof typeof SECRETS]);
  // And in each of these places something is found, where it is.
  const control = search(places, { control: CONTROL, log: 'A stage failed' }).map(({ place }) => place);
  expect([...new Set(control)].sort()).toEqual([...PAGES].sort());
  expect(search([{ name: 'keys', where: '', bytes: keyFile(data) }], SECRETS)).toHaveLength(1);
  rmSync(folder, { recursive: true, force: true });
});

const PRICES = { 'service-2': 1, 'service-3.5': null };

const PAGES = [
  'argv',
  'database',
  'environment',
  'exports',
  'heap',
  'log',
  'other files',
  'output',
  'temporary files',
  'to the desk',
  'to the page',
  'WAL',
];

function placeInData(file: string): string {
  if (file.startsWith('logs/')) return 'log';
  if (file === 'cleartake.sqlite-wal') return 'WAL';
  return file.startsWith('cleartake.sqlite') ? 'database' : file.split(path.sep)[0] === 'keys' ? file : 'other files';
}

/** The file that the person chose for a key, the page's own message with the key that was typed into it, and the page's own session. */
function isMeantToBeThere({ place, secret }: { readonly place: string; readonly secret: string }): boolean {
  if (place === 'keys/keys.json') return secret === 'key kept in the file';
  if (place === 'heap') return secret === 'session of the page';
  return place === 'to the desk' && secret === 'key typed in the page';
}

function keyFile(data: string): Buffer {
  return readFileSync(path.join(data, 'keys/keys.json'));
}

/** Every frame of the contract, both ways. */
function recordTraffic(page: Page): () => Place[] {
  const frames: Record<string, Buffer[]> = { 'to the desk': [], 'to the page': [] };
  const note = (name: string) => (frame: { readonly payload: string | Buffer }) =>
    void frames[name]?.push(Buffer.from(frame.payload));
  page.on('websocket', (socket) => {
    socket.on('framesent', note('to the desk'));
    socket.on('framereceived', note('to the page'));
  });
  return () => Object.entries(frames).map(([name, all]) => ({ name, where: 'frames', bytes: Buffer.concat(all) }));
}

async function replaceKey(page: Page, connection: string, key: string): Promise<void> {
  await page.getByRole('link', { name: 'Connections' }).click();
  await page.getByRole('navigation', { name: 'Connections' }).getByRole('link').filter({ hasText: connection }).click();
  const card = page.getByRole('article').filter({ hasText: connection });
  await card.getByRole('button', { name: 'Replace key…' }).click();
  await page.getByLabel('API key', { exact: true }).fill(key);
  await page.getByRole('button', { name: 'Save key' }).click();
  await expect(page.getByLabel('API key', { exact: true })).toHaveCount(0);
}

async function settled(client: DeskClient, jobId: string, wanted: 'done' | 'failed'): Promise<void> {
  await expect
    .poll(async () => (await client.listening.takes({ jobId })).job.state.kind, { timeout: 150_000 })
    .toBe(wanted);
}

/** The page's heap after a collection, as text. */
async function heapOf(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  const chunks: Buffer[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => void chunks.push(Buffer.from(chunk)));
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await session.detach();
  return Buffer.concat(chunks);
}
