import { createServer, type IncomingHttpHeaders } from 'node:http';
import { expect, type Page, test } from '@playwright/test';
import { type BrowserDesk, startBrowserDesk } from '../../harness/desk/browser-desk.ts';
import { ask, UPGRADE } from '../../harness/raw-http.ts';
import { type Listening, listen } from '../../harness/remote/listen.ts';

let desk: BrowserDesk;
/** Another program's page on another port of this computer: the same site for cookies, another origin for everything else. */
let neighbor: Listening;
/** The headers of the requests that it got. */
const overheard: IncomingHttpHeaders[] = [];

test.beforeAll(async () => {
  desk = await startBrowserDesk();
  const page = '<title>neighbor</title>';
  neighbor = await listen(
    createServer((request, response) => {
      overheard.push(request.headers);
      response.setHeader('content-type', 'text/html').end(page);
    }),
  );
});
test.afterAll(async () => {
  await neighbor.close();
  expect(await desk.stop()).toBe(0);
});

/** Opens the desk and waits until its page says that it is connected to it. */
async function openDesk(page: Page): Promise<void> {
  const socket = page.waitForEvent('websocket');
  await page.goto(desk.url);
  await (await socket).waitForEvent('framereceived');
}

test('the printed address opens the desk, and the token leaves the address bar', { tag: '@walk' }, async ({
  page,
  context,
}) => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (failure) => complaints.push(String(failure)));
  await openDesk(page);
  await expect(page).toHaveTitle(/Cleartake/);
  await expect.poll(() => page.url()).toBe(`${desk.origin}/`);
  expect(complaints).toEqual([]);
  expect(await context.cookies()).toEqual([]);
  expect(desk.output.lines).toEqual([`Cleartake is ready: ${desk.url}`]);
});

test('a reload needs no token', async ({ page }) => {
  await openDesk(page);
  await expect.poll(() => page.url()).toBe(`${desk.origin}/`);
  const socket = page.waitForEvent('websocket');
  await page.reload();
  await (await socket).waitForEvent('framereceived');
});

test('without the token the page stays outside', async ({ page }) => {
  const opened: string[] = [];
  page.on('websocket', (socket) => socket.on('framereceived', () => opened.push(socket.url())));
  await page.goto(`${desk.origin}/#token=guessed`);
  await expect(page.locator('body')).not.toBeEmpty();
  await page.waitForTimeout(1000);
  expect(opened).toEqual([]);
  expect(await page.evaluate(async () => (await fetch('/media/peaks?take=original:x')).status)).toBe(401);
  // The complete address in the same tab: only the part behind `#` changes.
  for (const _time of ['first', 'once connected']) {
    await page.goto(desk.url);
    await expect.poll(() => page.url()).toBe(`${desk.origin}/`);
    await expect(page.getByRole('navigation').first()).toBeVisible();
  }
  expect(opened.length).toBeGreaterThan(0);
});

test('a page on another port, in the same browser, reaches nothing', async ({ page, context }) => {
  await openDesk(page);
  const stranger = await context.newPage();
  await stranger.goto(neighbor.origin);
  const outcome = await stranger.evaluate(async (origin) => {
    const read = async (path: string, init: RequestInit) => {
      try {
        return (await fetch(origin + path, { credentials: 'include', ...init })).status;
      } catch {
        return 'blocked';
      }
    };
    const socket = await new Promise<string>((resolve) => {
      const opened = new WebSocket(`${origin.replace('http', 'ws')}/rpc`);
      opened.onopen = () => resolve('open');
      opened.onclose = () => resolve('closed');
    });
    const image = await new Promise<string>((resolve) => {
      const element = new Image();
      element.onload = () => resolve('loaded');
      element.onerror = () => resolve('refused');
      element.src = `${origin}/media/file?take=original:x`;
    });
    return {
      socket,
      image,
      media: await read('/media/file?take=original:x', {}),
      upload: await read('/media/upload?name=a.wav', { method: 'POST', body: 'x' }),
      session: await read('/session', { method: 'POST', body: '{}' }),
    };
  }, desk.origin);
  expect(outcome).toEqual({
    socket: 'closed',
    image: 'refused',
    media: 'blocked',
    upload: 'blocked',
    session: 'blocked',
  });
});

test('what a server on another port gets from the browser opens nothing', async ({ page, context }) => {
  await openDesk(page);
  overheard.length = 0;
  const stranger = await context.newPage();
  await stranger.goto(neighbor.origin);
  expect(overheard.length).toBeGreaterThan(0);
  const port = Number(new URL(desk.origin).port);
  // The server repeats all of it, as the desk's own page would send it.
  for (const headers of overheard) {
    expect(headers).not.toHaveProperty('cookie');
    const own = { cookie: headers.cookie ?? '', host: `127.0.0.1:${port}`, origin: desk.origin };
    expect((await ask({ port, path: '/rpc', headers: { ...own, ...UPGRADE } })).status).toBe(401);
    expect((await ask({ port, path: '/media/file?take=original:x', headers: own })).status).toBe(401);
  }
});

test('a session is ended by its tab; another tab keeps its own', async ({ page, context }) => {
  await openDesk(page);
  const other = await context.newPage();
  await openDesk(other);
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'End session' }).click();
  await expect(page.getByText('This address is incomplete')).toBeVisible();
  await page.reload();
  await expect(page.getByText('This address is incomplete')).toBeVisible();
  await other.getByRole('link', { name: 'Settings' }).click();
  await expect(other.getByRole('button', { name: 'End session' })).toBeVisible();
});

test('no other page can hold the desk in a frame', async ({ page }) => {
  await page.goto(neighbor.origin);
  await page.evaluate((origin) => {
    const frame = document.createElement('iframe');
    frame.src = origin;
    document.body.append(frame);
  }, desk.origin);
  await page.waitForTimeout(500);
  const frame = page.frames()[1];
  expect(frame?.url()).not.toContain(desk.origin);
});

test('a name of somebody else that leads here gets nothing', async ({ playwright }) => {
  // What DNS rebinding comes to: the browser believes that it talks to evil.example.
  const { port } = new URL(desk.origin);
  const request = await playwright.request.newContext();
  const answer = await request.get(`${desk.origin}/`, { headers: { host: `evil.example:${port}` } });
  expect(answer.status()).toBe(421);
  await request.dispose();
});
