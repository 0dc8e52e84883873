import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { _electron, test as base, type ElectronApplication, expect, type Page } from '@playwright/test';
import { ensureBuilt, PARTS } from '../../build/build.ts';
import { addAndStart, BOTH_MODELS, giveFiles, listJobs } from '../e2e/desktop/desk-calls.ts';
import { connectPage } from '../e2e/desktop/page-client.ts';
import { makeNoisyRecording } from '../e2e/desktop/recordings.ts';
import { electronProgram, whyNoElectron } from './availability.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const reason = whyNoElectron();

interface Fixtures {
  readonly folder: string;
  readonly electronApp: ElectronApplication;
  readonly page: Page;
}

const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from the pattern.
  folder: async ({}, use) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'cleartake-electron-'));
    await use(folder);
    rmSync(folder, { recursive: true, force: true });
  },
  electronApp: async ({ folder }, use) => {
    const electronApp = await _electron.launch({
      executablePath: electronProgram() ?? '',
      args: [ROOT, `--data-dir=${path.join(folder, 'data')}`],
    });
    await use(electronApp);
    await electronApp.close();
  },
  page: async ({ electronApp }, use) => {
    const page = await electronApp.firstWindow();
    await page.waitForLoadState();
    await connectPage(page);
    await use(page);
  },
});

test.skip(reason !== null, reason ?? '');
test.beforeAll(() => ensureBuilt(PARTS));

test('the self-check passes', ({ folder }) => {
  const words = [ROOT, '--self-check', `--data-dir=${path.join(folder, 'data')}`];
  const done = spawnSync(electronProgram() ?? '', words, { encoding: 'utf8' });
  expect(done.stdout).toContain(' 0 failed');
  expect(done.status).toBe(0);
});

test('the page stands on its own scheme, secure, sandboxed, under its policy', async ({ page, electronApp }) => {
  expect(page.url()).toBe('app://cleartake/');
  const found = await page.evaluate(async () => ({
    origin: window.location.origin,
    secure: window.isSecureContext,
    worklet: typeof AudioWorkletNode,
    leaks: ['require', 'process', 'Buffer'].filter((name) => name in window),
    policy: (await fetch('/')).headers.get('content-security-policy'),
  }));
  expect(found).toMatchObject({ origin: 'app://cleartake', secure: true, worklet: 'function', leaks: [] });
  expect(found.policy).toContain("default-src 'none'");
  expect(await electronApp.evaluate(({ app }) => app.isReady())).toBe(true);
});

test('the contract travels over the real port, again after a reload', async ({ page }) => {
  expect(await page.evaluate(() => window.testDesk.system.info())).toMatchObject({ host: 'desktop' });
  await page.reload();
  await connectPage(page);
  expect(await page.evaluate(() => window.testDesk.system.info())).toMatchObject({ host: 'desktop' });
});

test('navigation, windows and permissions are denied', async ({ page, electronApp }) => {
  const opened = await page.evaluate(async () => {
    window.location.href = 'https://example.com/';
    const other = window.open('https://example.com/');
    const { state } = await navigator.permissions.query({ name: 'geolocation' });
    return { other: other === null, state };
  });
  expect(opened).toEqual({ other: true, state: 'denied' });
  await page.waitForTimeout(500);
  expect(page.url()).toBe('app://cleartake/');
  expect(electronApp.windows()).toHaveLength(1);
});

test('a chosen file tells its path', async ({ page, folder }) => {
  const recording = makeNoisyRecording(folder);
  expect(await giveFiles(page, [recording])).toEqual([recording]);
});

test('utility processes restore, the scheme streams and answers ranges', async ({ page, folder }) => {
  const recording = makeNoisyRecording(folder);
  const [jobId = ''] = await addAndStart(page, [recording], BOTH_MODELS);
  await expect.poll(async () => (await listJobs(page))[0]?.state.kind, { timeout: 90_000 }).toBe('done');
  expect(existsSync(path.join(folder, 'noisy talk (service-3.5).wav'))).toBe(true);
  const { takes } = await page.evaluate((id) => window.testDesk.listening.takes({ jobId: id }), jobId);
  const sums = await page.evaluate(
    (ids) =>
      Promise.all(
        ids.map(async (id) => {
          const pcm = await fetch(`/media/pcm?take=${encodeURIComponent(id)}&from=0&frames=96000&rate=48000`);
          const range = await fetch(`/media/file?take=${encodeURIComponent(id)}`, { headers: { range: 'bytes=0-3' } });
          const samples = new Float32Array(await pcm.arrayBuffer());
          return { energy: samples.reduce((sum, one) => sum + one * one, 0), range: await range.text() };
        }),
      ),
    takes.map((take) => take.id),
  );
  expect(sums.map((one) => one.range)).toEqual(['RIFF', 'RIFF', 'RIFF']);
  // Where writes into a frame are lost, a result is silent or the same as its original.
  const [original, ...results] = sums.map((one) => one.energy);
  for (const energy of results) {
    expect(energy).toBeGreaterThan(0);
    expect(energy).not.toBeCloseTo(original ?? 0, 3);
  }
});

test('the vault says honestly what protects the keys', async ({ page, electronApp }) => {
  const { vault } = await page.evaluate(() => window.testDesk.connections.list());
  const backend = await electronApp.evaluate(({ safeStorage }) =>
    process.platform === 'linux' ? safeStorage.getSelectedStorageBackend() : 'its own',
  );
  expect(vault.kind).toBe(backend === 'basic_text' || backend === 'unknown' ? 'memory' : 'keychain');
});
