import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { DEFAULT_BATCH_PRESET } from '../../../shared/domain/batch/batch-preset.ts';
import { startBrowserDesk } from '../../harness/desk/browser-desk.ts';
import { connectDesk } from '../../harness/desk/desk-over-socket.ts';
import { whyNoTrace } from '../../harness/system-calls.ts';
import { countPageTraffic } from '../../harness/traffic/addresses.ts';
import { finishedLog, outsideOf, readTraffic, traceTraffic } from '../../harness/traffic/process-traffic.ts';
import { makeNoisyRecording } from '../desktop/recordings.ts';

const noTrace = whyNoTrace();
test.use({ trace: 'off' });

test('after a batch, without its service, network and sources: History finds it, Listen plays it, Costs has its sums', async ({
  page,
  context,
}) => {
  test.skip(noTrace !== null, noTrace ?? '');
  test.setTimeout(180_000);
  const folder = mkdtempSync(path.join(tmpdir(), 'cleartake-offline-'));
  const data = path.join(folder, 'data');
  const sources = ['harbour talk.wav', 'Köln call.wav'].map((name) => makeNoisyRecording(folder, name));
  const online = await startBrowserDesk({ dataDirectory: data, files: sources });
  const { client, close } = await connectDesk(online);
  await client.system.setPreset({ ...DEFAULT_BATCH_PRESET, models: ['service-2'] });
  await client.queue.start({});
  const done = async () => (await client.queue.list({ offset: 0, limit: 9 })).totals.done;
  await expect.poll(done, { timeout: 90_000 }).toBe(2);
  close();
  expect(await online.stop()).toBe(0);
  for (const source of sources) renameSync(source, `${source}.away`);

  // Whatever asks for the built-in service finds that it can't start.
  rmSync(path.join(data, 'service'), { recursive: true });
  writeFileSync(path.join(data, 'service'), '');
  const log = path.join(folder, 'calls.log');
  const offline = await startBrowserDesk({ dataDirectory: data, watcher: traceTraffic(log) });
  const pages = countPageTraffic(context);
  await context.route(
    (address) => address.origin !== offline.origin,
    (route) => route.abort(),
  );
  await page.goto(offline.url);
  await page.getByRole('link', { name: 'History' }).click();
  await page.getByRole('textbox', { name: /search/i }).fill('koln');
  const row = page.getByRole('row', { name: /Köln call\.wav/ });
  await expect(row).toBeVisible();
  await expect(page.getByRole('row', { name: /harbour talk\.wav/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const [found] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'As CSV' }).click(),
  ]);
  const rows = readFileSync(await found.path(), 'utf8')
    .trim()
    .split('\n');
  expect(rows).toHaveLength(2);
  expect(rows[1]).toContain('Köln call.wav');
  await row.getByRole('button', { name: /^Listen to/ }).click();
  await expect(page.getByTestId('take')).toHaveCount(2);
  await page.getByRole('button', { name: 'Listen to Service 2.0' }).click();
  const transport = page.getByTestId('transport');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(async () => Number(await transport.getAttribute('data-frame'))).toBeGreaterThan(4800);
  await page.getByRole('button', { name: 'Pause', exact: true }).click();

  await page.getByRole('link', { name: 'Costs' }).click();
  await expect(page.getByText('2 restorations').first()).toBeVisible();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  const csv = readFileSync(await file.path(), 'utf8');
  expect(csv.trim().split('\n').length).toBeGreaterThan(2);
  expect(csv).toContain('Köln call.wav');
  await expect(page.getByRole('alert')).toHaveCount(0);

  expect(await offline.stop()).toBe(0);
  const { contacts } = readTraffic(await finishedLog(log, offline.pid));
  expect(contacts.map(({ process, what }) => `${what} of ${process}`)).not.toContain('listener of service.js');
  expect(outsideOf(contacts)).toEqual([]);
  expect(pages.outside).toEqual([]);
  rmSync(folder, { recursive: true, force: true });
});
