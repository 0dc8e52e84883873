import { expect, test, vi } from 'vitest';
import { onDeskCommand, receiveCommands } from '../../../renderer/bridge/desk-commands.ts';
import { COMMAND_FIELD, type DeskCommand } from '../../../shared/contract/page/bridge.ts';

test('a command that came before the page listened reaches all who begin to listen together, once', async () => {
  const page = Object.assign(new EventTarget(), { location: { origin: 'app://cleartake' } });
  vi.stubGlobal('window', page);
  receiveCommands();
  const command: DeskCommand = { kind: 'settings' };
  const message = { data: { [COMMAND_FIELD]: command }, origin: page.location.origin, source: page };
  page.dispatchEvent(Object.assign(new Event('message'), message));
  const heard: string[] = [];
  // Parts of a page begin before the page itself, and care for other commands.
  onDeskCommand(({ kind }) => heard.push(`part: ${kind}`));
  onDeskCommand(({ kind }) => heard.push(`page: ${kind}`));
  await expect.poll(() => heard).toEqual(['part: settings', 'page: settings']);
  onDeskCommand(({ kind }) => heard.push(`late: ${kind}`));
  await new Promise((resolve) => setTimeout(resolve));
  expect(heard).toHaveLength(2);
  vi.unstubAllGlobals();
});
