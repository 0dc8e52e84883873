import { PassThrough } from 'node:stream';
import { afterEach, expect, test, vi } from 'vitest';
import { readKeyFromInput } from '../../../electron/hosts/cli/access/key-input.ts';
import { UsageError } from '../../../electron/hosts/cli/exit-status.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** A terminal on which that is typed. @returns what the prompt printed, and what was read */
function typing(keys: string) {
  const terminal = Object.assign(new PassThrough(), { isTTY: true });
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(terminal as unknown as typeof process.stdin);
  let printed = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  const read = readKeyFromInput();
  terminal.write(keys);
  return { read, printed: () => printed };
}

test('what is typed is read and not shown', async () => {
  const { read, printed } = typing('ctk_typed-secret\r');
  expect(await read).toBe('ctk_typed-secret');
  expect(printed()).toBe('API key (not shown): \n');
});

test.each([
  ['Ctrl-C', '\u0003'],
  ['Ctrl-D', '\u0004'],
])('%s ends the prompt in words', async (_, keys) => {
  const { read } = typing(keys);
  await expect(read).rejects.toThrow(UsageError);
  await expect(read).rejects.toThrow('Nothing was entered');
});
