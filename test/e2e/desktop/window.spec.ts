import { expect, test } from './desktop-test.ts';
import { startForeignSite } from './foreign-site.ts';

test('the window opens on the own scheme, sandboxed and isolated, at a useful size', { tag: '@walk' }, async ({
  sharedDesktop: desktop,
}) => {
  const [window, ...others] = await desktop.command('windows', null);
  expect(others).toEqual([]);
  expect(window).toMatchObject({ address: 'app://cleartake/', visible: true, minWidth: 900, minHeight: 600 });
  // Exactly these: Electron's defaults are safe, and a new one needs a reason.
  expect(window?.webPreferences).toEqual({
    preload: expect.stringMatching(/preload\.cjs$/),
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webviewTag: false,
    webSecurity: true,
    navigateOnDragDrop: false,
    spellcheck: false,
    backgroundThrottling: false,
  });
  const calls = await desktop.command('calls', null);
  expect(calls.map((call) => call.what)).toContain('app.enableSandbox');
});

test('the page gets the bridge and nothing of Node or Electron', async ({ sharedDesktop: desktop }) => {
  const found = await desktop.page.evaluate(() => ({
    bridge: Object.keys((window as unknown as { cleartake: object }).cleartake).sort(),
    frozen: Object.isFrozen((window as unknown as { cleartake: object }).cleartake),
    secure: window.isSecureContext,
    leaks: ['require', 'process', 'module', 'Buffer', 'electron', 'ipcRenderer'].filter((name) => name in window),
  }));
  expect(found).toEqual({
    bridge: [
      'chooseArchive',
      'chooseFiles',
      'chooseFolder',
      'chooseOutputFolder',
      'dragOut',
      'pathsForFiles',
      'pathsFromText',
      'platform',
    ],
    frozen: true,
    secure: true,
    leaks: [],
  });
});

test('the policy is on the page and holds', async ({ sharedDesktop: desktop }) => {
  const policy = await desktop.page.evaluate(async () => (await fetch('/')).headers.get('content-security-policy'));
  expect(policy).toContain("default-src 'none'");
  const site = await startForeignSite();
  const ran = await desktop.page.evaluate(async (address) => {
    const script = document.createElement('script');
    script.textContent = 'window.injected = true';
    document.head.append(script);
    const fetched = await fetch(address).then(
      () => 'answered',
      () => 'refused',
    );
    // Text as a program, away from this call: what a test evaluates itself is let through.
    setTimeout('window.evaluated = true', 0);
    await new Promise((resolve) => setTimeout(resolve, 100));
    return { injected: 'injected' in window, evaluated: 'evaluated' in window, fetched };
  }, site.address);
  expect(ran).toEqual({ injected: false, evaluated: false, fetched: 'refused' });
  expect(site.visits()).toBe(0);
  await site.close();
});

test('files outside the page cannot be fetched', async ({ sharedDesktop: desktop }) => {
  const statuses = await desktop.page.evaluate(async () => {
    const addresses = ['/..%2f..%2fpackage.json', '/%2e%2e/main/main.js', '/nothing.js'];
    return Promise.all(addresses.map(async (address) => (await fetch(address)).status));
  });
  expect(statuses).toEqual([404, 404, 404]);
});

test('dialogs answer with paths, and with nothing when the person cancels', async ({ sharedDesktop: desktop }) => {
  const ask = (name: string) =>
    desktop.page.evaluate(
      (method) => (window as unknown as { cleartake: Record<string, () => Promise<unknown>> }).cleartake[method]?.(),
      name,
    );
  await desktop.command('answerDialog', { canceled: false, filePaths: ['/a/one.wav', '/a/two.wav'] });
  expect(await ask('chooseFiles')).toEqual(['/a/one.wav', '/a/two.wav']);
  await desktop.command('answerDialog', { canceled: false, filePaths: ['/a'] });
  expect(await ask('chooseFolder')).toEqual(['/a']);
  await desktop.command('answerDialog', { canceled: false, filePaths: ['/out'] });
  expect(await ask('chooseOutputFolder')).toBe('/out');
  await desktop.command('answerDialog', { canceled: false, filePaths: ['/desk.tar'] });
  expect(await ask('chooseArchive')).toBe('/desk.tar');
  expect(await ask('chooseFiles')).toEqual([]);
  expect(await ask('chooseArchive')).toBeNull();
  expect(await ask('chooseOutputFolder')).toBeNull();
});

test('the title of a dialog says what is chosen, whatever the page asks for', async ({ sharedDesktop: desktop }) => {
  const titles = async () =>
    (await desktop.command('calls', null))
      .filter(({ what }) => what === 'dialog.showOpenDialog')
      .map(({ values }) => (values[0] as { title: string }).title);
  const before = (await titles()).length;
  await desktop.page.evaluate(async () => {
    const { cleartake } = window as unknown as {
      cleartake: Record<'chooseFiles' | 'chooseFolder' | 'chooseOutputFolder', (purpose?: unknown) => Promise<unknown>>;
    };
    for (const purpose of ['source', undefined]) await cleartake.chooseFiles(purpose);
    for (const purpose of ['watch', 'source', 'recordings']) await cleartake.chooseFolder(purpose);
    for (const purpose of ['data-folder', 'export', 'results', '/etc', { length: 1 }])
      await cleartake.chooseOutputFolder(purpose);
  });
  expect((await titles()).slice(before)).toEqual([
    'Find the recording',
    'Add recordings',
    'Choose a folder to watch',
    'Choose folders to look in',
    'Add folders of recordings',
    'Choose a new data folder',
    'Choose a folder for the export',
    'Choose a folder for the results',
    'Choose a folder for the results',
    'Choose a folder for the results',
  ]);
});
