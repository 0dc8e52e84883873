import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findRecordings } from '../../../electron/core/library/import/find-recordings.ts';
import type { Files } from '../../../electron/platform/files/files.ts';
import {
  droppedFiles,
  type EntryLike,
  entriesInNameOrder,
  walkEntries,
} from '../../../renderer/components/add-recordings/walk-entries.ts';

/** Null for a file. */
type Tree = { readonly [name: string]: Tree } | null;

const ROOT = path.resolve('/show');

const word = fc.array(fc.constantFrom('a', 'B', 'é', '1', '2', '10', ' ', '-', '_'), { minLength: 1, maxLength: 3 });
// Names that count as equal, such as "1" and "01", stay as the file system lists them; no two here are.
const names = fc.uniqueArray(
  word.map((parts) => parts.join('')),
  {
    minLength: 1,
    maxLength: 6,
    comparator: (one, other) => one.localeCompare(other, 'en', { numeric: true }) === 0,
  },
);
const folder = (depth: number): fc.Arbitrary<Tree> =>
  names.chain((all) =>
    fc
      .tuple(...all.map(() => (depth === 0 ? fc.constant(null) : fc.oneof(fc.constant(null), folder(depth - 1)))))
      .map((trees) =>
        Object.fromEntries(
          all.map((name, place) => {
            const tree = trees[place] ?? null;
            return [tree === null ? `${name}.wav` : `${name} folder`, tree];
          }),
        ),
      ),
  );

function filesIn(root: Tree): Files {
  const at = (place: string): Tree =>
    path
      .relative(ROOT, place)
      .split(path.sep)
      .filter((part) => part !== '')
      .reduce<Tree>((tree, part) => tree?.[part] ?? null, root);
  const files: Partial<Files> = {
    facts: async (place) => ({ kind: at(place) === null ? 'file' : 'folder', bytes: 1, modifiedAt: 0 }),
    realPath: async (place) => place,
    list: async (place) =>
      Object.entries(at(place) ?? {}).map(([name, tree]) => ({ name, isFolder: tree !== null, isLink: false })),
  };
  return files as Files;
}

function entryOf(name: string, tree: Tree): EntryLike {
  if (tree === null)
    return { isFile: true, isDirectory: false, name, file: (resolve) => resolve(new File(['x'], name)) };
  const left = Object.entries(tree).map(([child, below]) => entryOf(child, below));
  return {
    isFile: false,
    isDirectory: true,
    name,
    createReader: () => ({ readEntries: (resolve) => resolve(left.splice(0, 2)) }),
  };
}

function chosenIn(folderName: string, tree: Tree): File[] {
  return Object.entries(tree ?? {}).flatMap(([name, below]) =>
    below === null
      ? [Object.assign(new File(['x'], name), { webkitRelativePath: `${folderName}/${name}` })]
      : chosenIn(`${folderName}/${name}`, below),
  );
}

test('a folder is added in the same order from the window, dropped in a browser and chosen in a browser', async () => {
  await fc.assert(
    fc.asyncProperty(folder(2), async (tree) => {
      const { found } = await findRecordings(filesIn(tree), [ROOT]);
      const inWindow = found.map((file) => path.relative(path.dirname(ROOT), file.path).replaceAll(path.sep, '/'));
      const dropped = await walkEntries([entryOf('show', tree)]);
      expect(entriesInNameOrder(dropped.found).map(({ name }) => name)).toEqual(inWindow);
      const chosen = droppedFiles(chosenIn('show', tree));
      expect(entriesInNameOrder(chosen.found).map(({ name }) => name)).toEqual(inWindow);
    }),
    { numRuns: 100 },
  );
});
