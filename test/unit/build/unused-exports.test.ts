import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findUnusedExports } from '../../../build/house/unused-exports.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const CONFIGURATION = JSON.stringify({ entry: ['main.ts'], project: ['**/*.ts'] });

/** A project of its own for knip, with a file that `main.ts` uses. */
async function project(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await temporaryFolder();
  await mkdir(folder, { recursive: true });
  const all = { 'package.json': '{"name":"made-up","type":"module"}', 'knip.json': CONFIGURATION, ...files };
  for (const [name, text] of Object.entries(all)) await writeFile(path.join(folder, name), text);
  return folder;
}

async function unusedIn(files: Readonly<Record<string, string>>): Promise<string[]> {
  const folder = await project(files);
  return findUnusedExports(folder, path.join(folder, 'knip.json'));
}

const MAIN = "import { used } from './part.ts';\nconsole.log(used);\n";

test('an export that nobody imports is found, and so is a file', async () => {
  const lines = await unusedIn({
    'main.ts': MAIN,
    'part.ts': 'export const used = 1;\nexport const unused = 2;\n',
    'forgotten.ts': 'export const alone = 3;\n',
  });
  expect(lines.filter((line) => line.includes('unused'))).toHaveLength(1);
  expect(lines.filter((line) => line.includes('forgotten.ts'))).toHaveLength(1);
});

test('a project whose every export has a user has nothing to tell', async () => {
  expect(await unusedIn({ 'main.ts': MAIN, 'part.ts': 'export const used = 1;\n' })).toEqual([]);
});
