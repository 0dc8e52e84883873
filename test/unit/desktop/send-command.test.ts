import { EventEmitter } from 'node:events';
import type { WebContents } from 'electron';
import { expect, test } from 'vitest';
import { sendCommand } from '../../../electron/hosts/desktop/window/window-page.ts';
import { CHANNELS, type DeskCommand, isDeskCommand } from '../../../shared/contract/page/bridge.ts';

function openContents(isLoading: boolean) {
  const sent: unknown[][] = [];
  const contents = Object.assign(new EventEmitter(), {
    isLoadingMainFrame: () => isLoading,
    send: (...values: unknown[]) => sent.push(values),
  });
  return { contents, sent, send: (command: DeskCommand) => sendCommand(contents as unknown as WebContents, command) };
}

test('a page that is there gets the command at once', () => {
  const { send, sent } = openContents(false);
  send({ kind: 'start' });
  expect(sent).toEqual([[CHANNELS.command, { kind: 'start' }]]);
});

test('a page that is loading gets it once, when it is loaded', () => {
  const { contents, send, sent } = openContents(true);
  send({ kind: 'compare', jobId: 'one' });
  expect(sent).toEqual([]);
  contents.emit('did-finish-load');
  contents.emit('did-finish-load');
  expect(sent).toEqual([[CHANNELS.command, { kind: 'compare', jobId: 'one' }]]);
});

test.each([null, 'start', {}, { kind: 'quit' }, { kind: 'compare' }, { kind: 'compare', jobId: 7 }])(
  '%j is no command',
  (value) => {
    expect(isDeskCommand(value)).toBe(false);
  },
);
