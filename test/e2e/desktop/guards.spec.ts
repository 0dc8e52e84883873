import { CHANNELS, CONNECT_MESSAGE } from '../../../shared/contract/page/bridge.ts';
import { addAndStart, BOTH_MODELS, listJobs } from './desk-calls.ts';
import { expect, test } from './desktop-test.ts';
import { startForeignSite } from './foreign-site.ts';
import { makeNoisyRecording } from './recordings.ts';

test('the page cannot navigate away, in itself or by a link', async ({ sharedDesktop: desktop }) => {
  const site = await startForeignSite();
  const before = desktop.page.url();
  await desktop.page.evaluate((address) => {
    window.location.href = address;
  }, site.address);
  await desktop.page.evaluate((address) => {
    const link = document.createElement('a');
    link.href = address;
    document.body.append(link);
    link.click();
  }, site.address);
  await desktop.page.waitForTimeout(300);
  expect(desktop.page.url()).toBe(before);
  expect(site.visits()).toBe(0);
  expect(await desktop.page.evaluate(() => window.testDesk.system.info())).toMatchObject({ host: 'desktop' });
  site.close();
});

test('the page cannot open a window, of another site or of its own', async ({ sharedDesktop: desktop }) => {
  const pages = () => desktop.page.context().pages().length;
  const before = pages();
  await desktop.page.evaluate(() => {
    window.open('https://example.com/secret?x=1');
    window.open('/');
  });
  await expect
    .poll(async () => (await desktop.command('calls', null)).filter((call) => call.what === 'webContents.windowOpen'))
    .toHaveLength(2);
  const opened = (await desktop.command('calls', null)).filter((call) => call.what === 'webContents.windowOpen');
  expect(opened.map((call) => call.values[1])).toEqual(['deny', 'deny']);
  await expect.poll(pages).toBe(before);
  expect(await desktop.command('windows', null)).toHaveLength(1);
});

test('permissions are denied, whether asked for or looked up, and Chromium acts on it', async ({
  sharedDesktop: desktop,
}) => {
  for (const permission of ['media', 'geolocation', 'notifications', 'hid', 'openExternal']) {
    expect(await desktop.command('permission', { permission })).toEqual({ request: false, check: false });
  }
  const found = await desktop.page.evaluate(async () => ({
    microphone: (await navigator.permissions.query({ name: 'microphone' })).state,
    notifications: await Notification.requestPermission(),
    place: await new Promise((resolve) =>
      navigator.geolocation.getCurrentPosition(
        () => resolve('told'),
        (error) => resolve(error.code === error.PERMISSION_DENIED ? 'denied' : error.message),
      ),
    ),
  }));
  expect(found).toEqual({ microphone: 'denied', notifications: 'denied', place: 'denied' });
});

test('IPC refuses every sender but the top frame of the own page', async ({ sharedDesktop: desktop }) => {
  const { chooseArchive, chooseFiles, chooseFolder, chooseOutputFolder } = CHANNELS;
  for (const channel of [chooseArchive, chooseFiles, chooseFolder, chooseOutputFolder]) {
    const refusal = async (url: string, isTopFrame: boolean) =>
      (await desktop.command('invokeFrom', { channel, url, isTopFrame })).refused;
    expect(await refusal('app://cleartake/', true)).toBeNull();
    expect(await refusal('app://cleartake/', false)).toContain('may not');
    expect(await refusal('app://elsewhere/', true)).toContain('may not');
    expect(await refusal('https://cleartake/', true)).toContain('may not');
  }
});

test('even a foreign page in our own window reaches neither the dialogs nor the desk', async ({ desktop }) => {
  const site = await startForeignSite();
  await desktop.command('load', { address: site.address });
  await expect(desktop.page).toHaveTitle('foreign');
  const dialog = await desktop.page.evaluate(() =>
    (window as unknown as { cleartake: { chooseFiles(): Promise<unknown> } }).cleartake.chooseFiles().then(
      () => 'answered',
      (error: Error) => error.message,
    ),
  );
  expect(dialog).toContain('may not');
  const answer = await desktop.page.evaluate(async (connect) => {
    const { port1, port2 } = new MessageChannel();
    const heard = new Promise((resolve) => {
      port1.onmessage = () => resolve('answered');
      setTimeout(() => resolve('silence'), 500);
    });
    window.postMessage(connect, window.location.origin, [port2]);
    port1.postMessage('{"i":"1","p":{"u":"/system/info","m":"POST"}}');
    return heard;
  }, CONNECT_MESSAGE);
  expect(answer).toBe('silence');
  site.close();
});

test('a foreign page in our own window drags nothing out, and our own only results', async ({ desktop, folder }) => {
  await addAndStart(desktop.page, [makeNoisyRecording(folder)], BOTH_MODELS);
  await expect.poll(async () => (await listJobs(desktop.page))[0]?.state.kind, { timeout: 60_000 }).toBe('done');
  const [job] = await listJobs(desktop.page);
  const result = `result:${job?.generations[0]?.id}`;
  const dragOut = (take: unknown) =>
    desktop.page.evaluate(
      (id) => (window as unknown as { cleartake: { dragOut(take: unknown): void } }).cleartake.dragOut(id),
      take,
    );
  const drags = async () =>
    (await desktop.command('calls', null)).filter((call) => call.what === 'webContents.startDrag').length;
  for (const take of ['/etc/passwd', `original:${job?.id}`, 7, null]) await dragOut(take);
  await dragOut(result);
  await expect.poll(drags).toBe(1);

  const site = await startForeignSite();
  await desktop.command('load', { address: site.address });
  await expect(desktop.page).toHaveTitle('foreign');
  await dragOut(result);
  // Messages keep their order: the refusal of the dialog comes after that of the drag.
  await desktop.page
    .evaluate(() => (window as unknown as { cleartake: { chooseFiles(): Promise<unknown> } }).cleartake.chooseFiles())
    .catch(() => undefined);
  expect(await drags()).toBe(1);
  site.close();
});
