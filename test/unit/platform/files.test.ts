import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { nodeFiles } from '../../../electron/platform/files/files.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const PIECE_BYTES = 1024 * 1024;
const CONTENT = Buffer.alloc(5 * PIECE_BYTES + 7).map((_, index) => (index * 7 + (index >> 11)) % 251);

test.each([
  [0, undefined],
  [5, undefined],
  [5, CONTENT.length - 2],
  [PIECE_BYTES, 2 * PIECE_BYTES],
  [11, 30],
  [CONTENT.length, undefined],
])(
  'a file is read from %j to %j, whole pieces first, and each stays until the second one after it',
  async (from, until) => {
    const file = path.join(temporaryFolder(), 'take.wav');
    writeFileSync(file, CONTENT);
    const lengths: number[] = [];
    const kept: Buffer[] = [];
    let before: Uint8Array = Buffer.alloc(0);
    for await (const piece of nodeFiles.read(file, from, until)) {
      // The next one is on its way by now: had it taken the memory of the one before, that would show here.
      await new Promise((resolve) => setTimeout(resolve, 5));
      kept.push(Buffer.from(before));
      before = piece;
      lengths.push(piece.length);
    }
    const wanted = CONTENT.subarray(from, until);
    expect(Buffer.concat([...kept, before]).equals(wanted)).toBe(true);
    expect(lengths.slice(0, -1).every((bytes) => bytes === PIECE_BYTES)).toBe(true);
    expect(lengths.at(-1) ?? 0).toBeLessThanOrEqual(PIECE_BYTES);
  },
);

/** The kernel makes this file while it is read, and gives a page of it at once. */
const IN_PAGES = '/proc/self/smaps';

test.runIf(existsSync(IN_PAGES))('what a disk gives bit by bit comes in whole pieces', async () => {
  const lengths: number[] = [];
  for await (const piece of nodeFiles.read(IN_PAGES, 0, 20_000)) lengths.push(piece.length);
  expect(lengths).toEqual([20_000]);
});

test('a write that a full disk took a part of and refused lies in one place when it is repeated', async () => {
  const file = path.join(temporaryFolder(), 'take.part');
  const opened = await nodeFiles.write(file);
  await opened.write([CONTENT.subarray(0, 1000)]);
  const pieces = [CONTENT.subarray(1000, 3000), CONTENT.subarray(3000, 9000)];
  const handle = await open(file);
  const { writev } = handle;
  const system = vi.spyOn(Object.getPrototypeOf(handle), 'writev');
  await handle.close();
  system.mockImplementationOnce(function (this: typeof handle, _pieces: unknown, position: unknown) {
    return writev.call(this, pieces.slice(0, 1), Number(position));
  });
  system.mockRejectedValueOnce(Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' }));
  await expect(opened.write(pieces)).rejects.toMatchObject({ code: 'ENOSPC' });
  system.mockRestore();
  await opened.write(pieces);
  await opened.close();
  expect(readFileSync(file).equals(CONTENT.subarray(0, 9000))).toBe(true);
});
