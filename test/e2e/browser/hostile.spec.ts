import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { sessionHeaders } from '../../../shared/contract/page/browser-session.ts';
import { type BrowserDesk, startBrowserDesk } from '../../harness/desk/browser-desk.ts';
import { openSession, tokenOf } from '../../harness/desk/browser-session.ts';
import { WAYS_OUT } from '../../harness/hostile/attempts.ts';
import { makeCalls, neverGiven } from '../../harness/hostile/calls.ts';
import { type Prey, startPrey } from '../../harness/hostile/prey.ts';
import { runScripts, tryEverything } from '../../harness/hostile/run-attempts.ts';
import { askAsOthers, type Door, ownHeaders } from '../../harness/hostile/senders.ts';
import { ask, UPGRADE } from '../../harness/raw-http.ts';
import { listJobs } from '../desktop/desk-calls.ts';
import { connectPage } from '../desktop/page-client.ts';

test.use({ trace: 'off' });

let folder: string;
let desk: BrowserDesk;
let prey: Prey;

test.beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'cleartake-hostile-'));
  desk = await startBrowserDesk({ dataDirectory: path.join(folder, 'data') });
  prey = await startPrey(folder);
});
test.afterAll(async () => {
  await prey.close();
  await desk.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Opens the desk in a tab. @returns the secret of its session */
async function openTab(page: Page): Promise<string> {
  const socket = page.waitForEvent('websocket');
  await page.goto(desk.url);
  await (await socket).waitForEvent('framereceived');
  return page.evaluate(() => Object.values({ ...window.sessionStorage }).join());
}

/** Everything below the data folder that recordings could lie in. */
function uploads(): string[] {
  const names = readdirSync(path.join(folder, 'data'), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => /\.(wav|mp3|part)$/.test(name));
}

test('a hostile script in the page gets nothing that the person did not give', async ({ page }) => {
  const session = await openTab(page);
  await connectPage(page);
  const { secretFile, secretFolder } = prey.target;
  const unasked = await page.evaluate(makeCalls, neverGiven(secretFile, secretFolder));
  expect(unasked.filter(({ code }) => code !== 'pathNotGiven')).toEqual([]);
  const outcomes = [...unasked, ...(await tryEverything(page, prey.target, sessionHeaders(session)))];
  expect(outcomes.filter(({ outcome }) => outcome !== 'refused')).toEqual([]);
  expect(outcomes.length).toBeGreaterThan(130);
  expect(prey.visits).toEqual([]);
  expect(prey.isUntouched()).toBe(true);
  expect(uploads()).toEqual([]);
  expect(await listJobs(page)).toEqual([]);
  expect(await page.evaluate(() => 'injected' in window)).toBe(false);

  // What the person uploads is no attempt: it works.
  const copy = await page.evaluate(
    async (headers) => {
      const answer = await fetch('/media/upload?name=a.wav', { method: 'POST', headers, body: 'x' });
      return ((await answer.json()) as { path: string }).path;
    },
    { ...sessionHeaders(session) },
  );
  await page.evaluate((file) => window.testDesk.queue.add({ paths: [file], start: false }), copy);
  expect(await listJobs(page)).toHaveLength(1);
});

test('nobody but the page of a session is answered, at any address', async ({ page }) => {
  const session = await openTab(page);
  const ended = await openSession(desk);
  const port = Number(new URL(desk.origin).port);
  const door: Door = { origin: desk.origin, port, token: tokenOf(desk.url), session, ended };
  const end = { port, method: 'DELETE', path: '/session', headers: { origin: desk.origin, ...sessionHeaders(ended) } };
  expect((await ask(end)).status).toBe(204);
  const outcomes = await askAsOthers(door);
  expect(outcomes.filter(({ outcome }) => outcome !== 'refused')).toEqual([]);
  expect(outcomes.length).toBeGreaterThan(400);
  // The page itself is: each of them failed by what it did otherwise.
  const headers = ownHeaders(door);
  expect((await ask({ port, path: '/rpc', headers: { ...headers, ...UPGRADE } })).status).toBe(101);
  expect((await ask({ port, method: 'POST', path: '/media/upload?name=b.wav', headers, body: 'x' })).status).toBe(200);
});

/** Goes each way out in a tab of its own. @returns the pages of the other site that came of it, by the way */
async function leave(context: BrowserContext): Promise<Map<string, Page[]>> {
  const reached = new Map<string, Page[]>();
  for (const way of WAYS_OUT) {
    const tab = await context.newPage();
    await openTab(tab);
    const before = context.pages().length;
    // A tab that leaves takes the script with it.
    await runScripts(tab, [way], prey.target).catch(() => undefined);
    await tab.waitForTimeout(300);
    const pages = [tab, ...context.pages().slice(before)];
    reached.set(
      way.name,
      pages.filter((page) => page.url().startsWith(prey.target.foreign)),
    );
    expect(pages.filter((page) => page.url().startsWith('file:'))).toEqual([]);
  }
  return reached;
}

test('a browser lets a script leave the page, but nothing of the desk goes with it', async ({ context }) => {
  test.setTimeout(120_000);
  prey.visits.length = 0;
  const reached = await leave(context);
  const ways = [...reached].filter(([, pages]) => pages.length > 0).map(([name]) => name);
  expect(ways).not.toContain('a form');
  expect(ways).toEqual(expect.arrayContaining(['location', 'a window of another site']));
  for (const page of [...reached.values()].flat()) {
    const left = await page.evaluate(() => ({ opener: window.opener === null, from: document.referrer }));
    expect(left).toEqual({ opener: true, from: '' });
  }
  expect(prey.visits.length).toBeGreaterThan(0);
  for (const { address, headers } of prey.visits) {
    expect(address).not.toContain('a form');
    expect(headers.referer ?? '').not.toContain(desk.origin);
    expect(headers).not.toHaveProperty('cookie');
    expect(headers).not.toHaveProperty('authorization');
  }
});
