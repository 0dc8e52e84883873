import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { doubledNames, helpersOfOne, measureHouse } from '../../../build/house/figures.ts';
import { findFolderCircles, importsOf } from '../../../build/house/sources.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const source = (file: string, text: string) => ({ file, text, imports: importsOf(text) });

test('folders that import each other are a circle, though no files are one', () => {
  const circles = findFolderCircles([
    source('shared/a/one.ts', "import { two } from '../b/two.ts';\n"),
    source('shared/b/two.ts', ''),
    source('shared/b/three.ts', "import type { four } from '../a/deep/four.ts';\n"),
    source('shared/a/deep/four.ts', ''),
    source('shared/c/five.ts', "import { one } from '../a/one.ts';\n"),
  ]);
  expect(circles).toEqual([{ folder: 'shared', members: ['a', 'b'] }]);
});

test('a file and the folder beside it can be a circle, and the circle belongs to the folder they stand in', () => {
  const circles = findFolderCircles([
    source('shared/room/parts.ts', "import { part } from './parts/part.ts';\n"),
    source('shared/room/parts/part.ts', "import { name } from './name.ts';\n"),
    source('shared/room/parts/name.ts', "import type { Parts } from '../parts.ts';\n"),
  ]);
  expect(circles).toEqual([{ folder: 'shared/room', members: ['parts', 'parts.ts'] }]);
});

test('folders that import in one direction are no circle', () => {
  const chain = [
    source('shared/a/one.ts', "import { two } from '../b/two.ts';\nimport { three } from '../c/three.ts';\n"),
    source('shared/b/two.ts', "import { three } from '../c/three.ts';\n"),
    source('shared/c/three.ts', "import { missing } from '../a/missing.ts';\n"),
  ];
  expect(findFolderCircles(chain)).toEqual([]);
});

test('a short file with one importer is found, a worker too; a long one and one with two importers are not', () => {
  const long = '// a line\n'.repeat(50);
  const helpers = helpersOfOne([
    source(
      'shared/user.ts',
      "import { help } from './help.ts';\nimport { both } from './both.ts';\nimport './long.ts';\n",
    ),
    source(
      'shared/other.ts',
      "import { both } from './both.ts';\nnew Worker(new URL('./worker.ts', import.meta.url));\n",
    ),
    source('shared/help.ts', ''),
    source('shared/both.ts', ''),
    source('shared/worker.ts', ''),
    source('shared/long.ts', long),
  ]);
  expect(helpers).toEqual(['shared/help.ts', 'shared/worker.ts']);
});

test('a name that two files export is doubled, re-exports and local names are not', () => {
  const doubled = doubledNames([
    source('shared/a.ts', 'export interface Span {}\nexport const first = 1;\n'),
    source('shared/b.ts', 'export type Span = string;\nconst first = 2;\n'),
    source('shared/c.ts', "export { first } from './a.ts';\nexport async function Span() {}\n"),
  ]);
  expect(doubled).toEqual([{ name: 'Span', files: ['shared/a.ts', 'shared/b.ts', 'shared/c.ts'] }]);
});

test('lines of styles are counted apart, and the service and the engine are not the desk’s', async () => {
  const root = await temporaryFolder();
  const files = {
    'electron/core/desk.ts': '\n\n\n',
    'electron/service/service.ts': '\n\n',
    'electron/audio/engine.ts': '\n',
    'renderer/page.module.css': '\n\n\n\n',
    'shared/types.d.ts': '\n',
    'test/desk.test.ts': '\n\n\n\n\n',
  };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(root, name)), { recursive: true });
    await writeFile(path.join(root, name), text);
  }
  const { files: count, lines, deskLines, styleLines, testLines } = measureHouse(root, []);
  expect({ count, lines, deskLines, styleLines, testLines }).toEqual({
    count: 3,
    lines: 6,
    deskLines: 3,
    styleLines: 4,
    testLines: 5,
  });
});
