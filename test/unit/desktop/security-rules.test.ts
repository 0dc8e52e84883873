import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { DEFAULT_PREFERENCES } from '../../../shared/domain/preferences.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<string, Record<string, string>>;
const installed = { ...dependencies, ...devDependencies };

/** Sources of these folders, with their names. */
function sources(...folders: string[]): readonly (readonly [file: string, text: string])[] {
  const files = folders.flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }));
  expect(files.length).toBeGreaterThan(10);
  return files.map((file) => [file, read(file)]);
}

function filesWith(pattern: RegExp, ...folders: string[]): string[] {
  return sources(...folders)
    .filter(([, text]) => pattern.test(text))
    .map(([file]) => file);
}

test('Electron is pinned exactly, to the line that is supported', () => {
  expect(installed.electron).toMatch(/^45\.\d+\.\d+$/);
});

test('nothing switches a protection of Chromium off', () => {
  const switches =
    /webSecurity: false|sandbox: false|contextIsolation: false|nodeIntegration\w*: true|allowRunningInsecureContent|experimentalFeatures|enableBlinkFeatures|no-sandbox|disable-web-security|ignore-certificate-errors/;
  expect(filesWith(switches, 'electron')).toEqual([]);
  expect(Object.keys(installed).filter((name) => name.startsWith('@electron/remote'))).toEqual([]);
});

test('the clipboard is that of the page', () => {
  expect(filesWith(/\bclipboard\b[^'"\n]*from 'electron|execCommand\(/, 'electron', 'renderer')).toEqual([]);
});

test('the desktop starts no child process of Node', () => {
  expect(filesWith(/node:child_process|node:cluster/, 'electron/hosts/desktop')).toEqual([]);
});

test('one module opens addresses in another program, and checks them first', () => {
  expect(filesWith(/openExternal|openPath/, 'electron/hosts/desktop', 'electron/core')).toEqual([
    'electron/hosts/desktop/security/guards.ts',
  ]);
});

test('a Mac package has a signature and the hardened runtime', () => {
  const packaging = read('electron-builder.yml');
  expect(packaging).toMatch(/^ {2}identity: "-"$/m);
  expect(packaging).toMatch(/^ {2}hardenedRuntime: true$/m);
});

test('the updater is loaded when it is asked, looks where the package says, and does nothing by itself', () => {
  // Windows compares an update's publisher with the package's, unless this were false.
  expect(read('electron-builder.yml')).toMatch(/^publish: null$/m);
  expect(read('electron-builder.yml')).not.toContain('verifyUpdateCodeSignature');
  const updater = 'electron/hosts/desktop/updates/updater.ts';
  expect(filesWith(/electron-updater'/, 'electron', 'shared', 'renderer')).toEqual([updater]);
  const text = read(updater);
  expect(text.match(/^import .*electron-updater'/gm)).toEqual(["import type { AppUpdater } from 'electron-updater'"]);
  for (const setting of ['autoDownload', 'autoInstallOnAppQuit', 'allowPrerelease', 'allowDowngrade'])
    expect(text).toContain(`autoUpdater.${setting} = false;`);
  expect(text).not.toMatch(/setFeedURL|forceDevUpdateConfig|verifyUpdateCodeSignature|autoUpdater\.channel/);
  expect(DEFAULT_PREFERENCES.lookForUpdates).toBe(false);
});

test('Windows knows the window by the id of its installed shortcut', () => {
  const packaged = /^appId: (\S+)$/m.exec(read('electron-builder.yml'))?.[1];
  const named = /^const APP_ID = '([^']+)';$/m.exec(read('electron/hosts/desktop/main.ts'))?.[1];
  expect(packaged).toMatch(/^[a-z.]+$/);
  expect(named).toBe(packaged);
});
