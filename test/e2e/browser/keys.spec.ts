import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { DEFAULT_BATCH_PRESET } from '../../../shared/domain/batch/batch-preset.ts';
import { writeTone } from '../../fixtures/tone.ts';
import { startBrowserDesk } from '../../harness/desk/browser-desk.ts';
import { connectDesk } from '../../harness/desk/desk-over-socket.ts';
import { SCRIPTED_KEY, startScriptedService } from '../../harness/remote/scripted-service.ts';

const PROGRESS = '/v1/get_generation_progress';

test('a desk that was killed where no key store is asks for the key, and goes on with what was paid', {
  tag: '@walk',
}, async ({ page }) => {
  test.setTimeout(120_000);
  const folder = mkdtempSync(path.join(tmpdir(), 'cleartake-keys-'));
  const source = path.join(folder, 'take.wav');
  writeTone(source, { seconds: 1 });
  const service = await startScriptedService();
  service.override(PROGRESS, () => ({ status: 200, body: { status: 'processing' } }));
  const start = () =>
    startBrowserDesk({
      dataDirectory: path.join(folder, 'data'),
      environment: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere/bus' },
    });
  const first = await start();
  const { client, upload, close } = await connectDesk(first);
  const prices = { 'service-2': 1000, 'service-3.5': null };
  const details = { name: 'Studio', baseUrl: service.baseUrl, headerStyle: 'bearer' as const, prices };
  const { id: connectionId } = await client.connections.add({ ...details, key: SCRIPTED_KEY });
  const preset = { ...DEFAULT_BATCH_PRESET, output: { kind: 'library' as const } };
  await client.queue.add({ paths: [await upload(source)], preset, start: true, connectionId });
  await expect.poll(() => service.generations.length, { timeout: 30_000 }).toBe(1);
  close();
  await first.kill();

  const second = await start();
  await page.goto(second.url);
  const banner = page.getByRole('region', { name: 'Studio has no API key' });
  const row = page.getByTestId('queue-row');
  await expect(banner).toContainText('1 recording is waiting and continues automatically.');
  await expect(row).toContainText('Waiting for an API key');
  await expect(page.getByText('Nothing was sent')).toHaveCount(0);
  service.override(PROGRESS, () => null);
  await row.getByRole('button', { name: 'Enter key…' }).click();
  await page.getByLabel('API key', { exact: true }).fill(SCRIPTED_KEY);
  await page.getByRole('button', { name: 'Save key' }).click();
  await expect(row).toContainText('Done', { timeout: 60_000 });
  await expect(banner).toHaveCount(0);
  expect(service.startRequests).toHaveLength(1);
  await second.stop();
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});
