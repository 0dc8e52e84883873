import type { MenuItemConstructorOptions } from 'electron';
import { expect, test } from 'vitest';
import { menuTemplate } from '../../../electron/hosts/desktop/window/menu-template.ts';
import { isDeskCommand } from '../../../shared/contract/page/bridge.ts';

function openMenu(platform: string, developing = false, paths: readonly string[] = []) {
  const ran: string[] = [];
  const about = () => void ran.push('about');
  const recent = { paths, open: (file: string) => void ran.push(file), clear: () => void ran.push('clear') };
  const template = menuTemplate({ platform, developing, recent, run: (command) => void ran.push(command), about });
  const entries = (items: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
    items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? entries(item.submenu) : [])]);
  const all = entries(template);
  return {
    ran,
    all,
    menus: template.map((item) => item.label ?? item.role),
    inMenu: (label: string) => entries(template.filter((item) => item.label === label)),
    keyOf: (label: string) => all.find((item) => item.label === label)?.accelerator,
    choose: (label: string) => all.find((item) => item.label === label)?.click?.({} as never, undefined, {} as never),
  };
}

test('each platform has the menus that people expect there', () => {
  expect(openMenu('darwin').menus).toEqual(['Cleartake', 'File', 'editMenu', 'Queue', 'View', 'windowMenu', 'Help']);
  expect(openMenu('linux').menus).toEqual(['File', 'editMenu', 'Queue', 'View', 'Window', 'Help']);
});

test('settings, About and Quit are where the platform has them, each once', () => {
  for (const [platform, menu] of [
    ['darwin', 'Cleartake'],
    ['win32', 'File'],
  ] as const) {
    const { all, inMenu } = openMenu(platform);
    expect(inMenu(menu).some((item) => item.label === 'Settings…')).toBe(true);
    expect(inMenu(menu).some((item) => item.role === 'quit')).toBe(true);
    for (const label of ['Settings…', 'About Cleartake']) {
      expect(all.filter((item) => item.label === label)).toHaveLength(1);
    }
  }
  expect(openMenu('darwin').inMenu('Cleartake').at(1)?.label).toBe('About Cleartake');
  expect(openMenu('win32').inMenu('Help').at(-1)?.label).toBe('About Cleartake');
});

test('every entry of ours sends a command that the page knows', () => {
  const { all, ran } = openMenu('linux');
  for (const item of all) item.click?.({} as never, undefined, {} as never);
  expect(
    ran.filter((command) => command !== 'about' && command !== 'clear').every((kind) => isDeskCommand({ kind })),
  ).toBe(true);
  expect(new Set(ran)).toEqual(
    new Set([
      ...[
        'choose-files',
        'choose-folder',
        'start',
        'pause-all',
        'resume-all',
        'retry-failed',
        'shortcuts',
        'about',
        'clear',
      ],
      ...['desk', 'listen', 'history', 'costs', 'connections', 'settings'],
    ]),
  );
});

test('the keys are those of the page; Start leaves its key to the page', () => {
  const { all, keyOf } = openMenu('linux');
  expect(['Open…', 'Desk', 'Settings', 'Start'].map(keyOf)).toEqual([
    'CommandOrControl+O',
    'CommandOrControl+1',
    'CommandOrControl+6',
    'CommandOrControl+Enter',
  ]);
  expect(all.filter((item) => item.registerAccelerator === false).map((item) => item.label)).toEqual(['Start']);
});

test('developer tools are for developing alone', () => {
  const offers = (developing: boolean) =>
    openMenu('linux', developing).all.some((item) => item.role === 'toggleDevTools');
  expect([offers(true), offers(false)]).toEqual([true, false]);
});

test('what was added last is opened again; a Mac has its own list', () => {
  const { all, choose, ran } = openMenu('linux', false, ['/takes/one & two.wav', '/b.wav']);
  expect(all.find((item) => item.label === 'Open Recent')?.enabled).toBe(true);
  choose('/takes/one && two.wav');
  choose('Clear Menu');
  expect(ran).toEqual(['/takes/one & two.wav', 'clear']);
  expect(openMenu('linux').all.find((item) => item.label === 'Open Recent')?.enabled).toBe(false);
  const onMac = openMenu('darwin', false, ['/b.wav']).all.map((item) => item.role ?? item.label);
  expect(onMac).toContain('recentDocuments');
  expect(onMac).not.toContain('/b.wav');
});
