import type { MenuItemConstructorOptions } from 'electron';
import { expect, test } from 'vitest';
import { menuTemplate } from '../../../electron/hosts/desktop/window/menu-template.ts';
import { type Command, findCommands, keyWords } from '../../../renderer/app/commands/command.ts';
import { PLAIN_COMMANDS } from '../../../renderer/app/commands/strings.ts';
import type { PlainCommand } from '../../../shared/contract/page/bridge.ts';

function command(label: string, group = 'Queue'): Command {
  return { id: label, group, label, run: () => undefined };
}

test('commands are found by any of their words, without accents, best first, groups together', () => {
  const all = [command('Pause'), command('Resume all'), command('Show: Paused', 'View'), command('Étude.wav', 'View')];
  const labels = (query: string) => findCommands(all, query).map(({ label }) => label);
  expect(labels('')).toHaveLength(4);
  expect(labels('pau')).toEqual(['Pause', 'Show: Paused']);
  expect(labels('view pau')).toEqual(['Show: Paused']);
  expect(labels('etude')).toEqual(['Étude.wav']);
  expect(labels('nothing')).toEqual([]);
});

test('the window’s menu has the keys of the palette', () => {
  const ran: PlainCommand[] = [];
  const recent = { paths: [], open: () => undefined, clear: () => undefined };
  const about = () => undefined;
  const template = menuTemplate({
    platform: 'linux',
    developing: false,
    recent,
    about,
    run: (kind) => void ran.push(kind),
  });
  const entries = (items: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
    items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? entries(item.submenu) : [])]);
  const keys = new Map<PlainCommand, string>();
  for (const { accelerator, click } of entries(template)) {
    ran.length = 0;
    click?.({} as never, undefined, {} as never);
    const [kind] = ran;
    if (kind !== undefined && typeof accelerator === 'string' && !keys.has(kind)) keys.set(kind, accelerator);
  }
  for (const [kind, accelerator] of keys) {
    // Systems expect Ctrl+Comma for settings, beside the page's own key.
    if (kind === 'settings' || kind === 'choose-folder') continue;
    expect(keyWords(PLAIN_COMMANDS[kind].keys ?? '', false), kind).toBe(
      accelerator.replace('CommandOrControl', 'Ctrl').replace('+', ' '),
    );
  }
  expect(keys.size).toBeGreaterThan(5);
});
