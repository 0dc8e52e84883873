import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { startBrowserDesk } from '../../harness/desk/browser-desk.ts';
import { whyNoTrace } from '../../harness/system-calls.ts';
import { countPageTraffic } from '../../harness/traffic/addresses.ts';
import { finishedLog, outsideOf, readTraffic, traceTraffic } from '../../harness/traffic/process-traffic.ts';
import { useWholeDesk } from '../../harness/traffic/whole-use.ts';

const noTrace = whyNoTrace();
test.use({ trace: 'off' });

test('before a connection is added, nothing of the desk in a browser leaves the computer', async ({
  page,
  context,
}) => {
  test.skip(noTrace !== null, noTrace ?? '');
  test.setTimeout(240_000);
  const folder = mkdtempSync(path.join(tmpdir(), 'cleartake-traffic-'));
  const log = path.join(folder, 'calls.log');
  const desk = await startBrowserDesk({ dataDirectory: path.join(folder, 'data'), watcher: traceTraffic(log) });
  const pages = countPageTraffic(context);
  await page.goto(desk.url);
  await useWholeDesk(page);
  expect(await desk.stop()).toBe(0);
  const { processes, contacts } = readTraffic(await finishedLog(log, desk.pid));
  expect(processes).toEqual(expect.arrayContaining(['start.mjs', 'service.js', 'engine.js']));
  expect(outsideOf(contacts)).toEqual([]);
  expect(pages.outside).toEqual([]);
  const inside = contacts.map(({ process, what }) => `${what} of ${process}`);
  const expected = ['listener of start.mjs', 'connection of start.mjs', 'listener of service.js'];
  expect(inside).toEqual(expect.arrayContaining(expected));
  expect(pages.inside).toBeGreaterThan(10);
  test
    .info()
    .annotations.push({ type: 'inside', description: `${contacts.length} of processes, ${pages.inside} of pages` });
  rmSync(folder, { recursive: true, force: true });
});

test('what a page asks of others is counted', async ({ page, context }) => {
  const traffic = countPageTraffic(context);
  // Nothing leaves: the request is answered here.
  await context.route('**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:,">' }),
  );
  await page.goto('http://192.0.2.1/');
  await page.evaluate(() => void new WebSocket('ws://127.0.0.1:9/'));
  await expect.poll(() => traffic).toEqual({ inside: 1, outside: ['http://192.0.2.1/'] });
});
