import { EventEmitter } from 'node:events';
import type { Session, WebContents } from 'electron';
import { expect, test } from 'vitest';
import { createPageOpener, guardContents, guardSession } from '../../../electron/hosts/desktop/security/guards.ts';
import { silentLog } from '../../../electron/platform/log.ts';

type WindowOpenHandler = (details: { url: string }) => { action: string };

class FakeContents extends EventEmitter {
  openHandler: WindowOpenHandler | null = null;
  setWindowOpenHandler(handler: WindowOpenHandler): void {
    this.openHandler = handler;
  }
  isPrevented(name: string, url?: string): boolean {
    let prevented = false;
    this.emit(name, { url, preventDefault: () => (prevented = true) });
    return prevented;
  }
}

function guardedContents(): FakeContents {
  const contents = new FakeContents();
  guardContents(contents as unknown as WebContents, silentLog);
  return contents;
}

test.each(['will-navigate', 'will-frame-navigate', 'will-redirect'])('%s stays on the own page', (name) => {
  const contents = guardedContents();
  for (const address of ['https://example.com/', 'file:///etc/passwd', 'app://other/', 'javascript:1', 'data:,x']) {
    expect(contents.isPrevented(name, address)).toBe(true);
  }
  expect(contents.isPrevented(name, 'app://cleartake/#history')).toBe(false);
});

test('no window is opened and no page is embedded, not even our own', () => {
  const contents = guardedContents();
  expect(contents.openHandler?.({ url: 'https://example.com/' })).toEqual({ action: 'deny' });
  expect(contents.openHandler?.({ url: 'app://cleartake/' })).toEqual({ action: 'deny' });
  expect(contents.isPrevented('will-attach-webview')).toBe(true);
});

test('pages of the web are opened in the browser, and no other address anywhere', () => {
  const opened: string[] = [];
  const shell = { openExternal: async (address: string) => void opened.push(address) };
  const open = createPageOpener(shell, silentLog);
  for (const address of ['file:///etc/passwd', 'javascript:1', 'smb://host/', 'http://example.com/', 'x', ''])
    open(address);
  for (const address of ['https://user:word@example.com/', 'ms-settings:', 'cleartake://project/1']) open(address);
  expect(opened).toEqual([]);
  open('https://example.com/billing');
  open('http://127.0.0.1:8080/');
  expect(opened).toEqual(['https://example.com/billing', 'http://127.0.0.1:8080/']);
});

interface Handlers {
  request(contents: { getURL(): string }, permission: string, answer: (granted: boolean) => void): void;
  check(contents: { getURL(): string } | null, permission: string, origin: string): boolean;
  device(details: object): boolean;
  display(request: object, answer: (streams: unknown) => void): void;
  download(event: { preventDefault(): void }, item: { getURL(): string }): void;
}

function guardedSession(): Handlers {
  const handlers: Partial<Handlers> = {};
  const session = {
    setPermissionRequestHandler: (handler: Handlers['request']) => Object.assign(handlers, { request: handler }),
    setPermissionCheckHandler: (handler: Handlers['check']) => Object.assign(handlers, { check: handler }),
    setDevicePermissionHandler: (handler: Handlers['device']) => Object.assign(handlers, { device: handler }),
    setDisplayMediaRequestHandler: (handler: Handlers['display']) => Object.assign(handlers, { display: handler }),
    on: (_name: 'will-download', handler: Handlers['download']) => Object.assign(handlers, { download: handler }),
  };
  guardSession(session as unknown as Session, silentLog);
  return handlers as Handlers;
}

const OWN = { getURL: () => 'app://cleartake/' };
const FOREIGN = { getURL: () => 'https://example.com/' };

function request(handlers: Handlers, contents: { getURL(): string }, permission: string): boolean | null {
  let answer: boolean | null = null;
  handlers.request(contents, permission, (granted) => {
    answer = granted;
  });
  return answer;
}

test.each([
  'media',
  'geolocation',
  'notifications',
  'hid',
  'usb',
  'openExternal',
  'fileSystem',
  'a-new-one',
  'unknown',
])('the permission %s is denied, asked for or looked up', (permission) => {
  const handlers = guardedSession();
  expect(request(handlers, OWN, permission)).toBe(false);
  expect(handlers.check(OWN, permission, 'app://cleartake')).toBe(false);
  expect(handlers.check(null, permission, 'app://cleartake')).toBe(false);
});

test('copying is granted to the own page alone', () => {
  const handlers = guardedSession();
  expect(request(handlers, OWN, 'clipboard-sanitized-write')).toBe(true);
  expect(handlers.check(OWN, 'clipboard-sanitized-write', 'app://cleartake')).toBe(true);
  expect(request(handlers, FOREIGN, 'clipboard-sanitized-write')).toBe(false);
  expect(handlers.check(FOREIGN, 'clipboard-sanitized-write', 'https://example.com')).toBe(false);
});

test('devices and the screen are denied', () => {
  const handlers = guardedSession();
  expect(handlers.device({ deviceType: 'hid' })).toBe(false);
  let streams: unknown = 'nothing said';
  handlers.display({}, (answer) => {
    streams = answer;
  });
  expect(streams).toBeNull();
});

test('takes and presets are downloaded, and nothing else', () => {
  const handlers = guardedSession();
  const isPrevented = (address: string) => {
    let prevented = false;
    handlers.download({ preventDefault: () => (prevented = true) }, { getURL: () => address });
    return prevented;
  };
  expect(isPrevented('app://cleartake/media/file?take=result:1')).toBe(false);
  expect(isPrevented('app://cleartake/media/presets?id=1')).toBe(false);
  for (const address of [
    'app://cleartake/index.html',
    'app://cleartake/media/upload?name=a',
    'app://elsewhere/media/file?take=x',
    'blob:app://cleartake/0a1b',
    'data:text/plain,x',
    'https://example.com/media/file',
    'file:///media/file',
    'nonsense',
  ]) {
    expect(isPrevented(address)).toBe(true);
  }
});
