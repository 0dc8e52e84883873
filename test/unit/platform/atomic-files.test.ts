import { execFile } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const ATOMIC_FILES = pathToFileURL(
  path.resolve(import.meta.dirname, '../../../electron/platform/files/atomic-files.ts'),
);
const BYTES = 200_000;

test('two engines that scan the same recording write its peaks at the same time', async () => {
  const folder = temporaryFolder();
  const target = path.join(folder, 'peaks.bin');
  const code = `import { writeDerivedFile } from ${JSON.stringify(ATOMIC_FILES.href)};
    const end = Date.now() + 1000;
    while (Date.now() < end) writeDerivedFile(${JSON.stringify(target)}, new Uint8Array(${BYTES}));`;
  const write = () => promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code]);
  await Promise.all([write(), write()]);
  expect(statSync(target).size).toBe(BYTES);
  expect(readdirSync(folder)).toEqual(['peaks.bin']);
});
