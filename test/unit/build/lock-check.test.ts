import path from 'node:path';
import { expect, test } from 'vitest';
import { missingFromLock, readLock } from '../../../build/lock-check.ts';

test('the lock holds every optional dependency of every platform', () => {
  const lock = readLock(path.resolve(import.meta.dirname, '../../..'));
  expect(Object.keys(lock.packages).length).toBeGreaterThan(100);
  expect(missingFromLock(lock)).toEqual([]);
});

test('what is missing is named with who asks for it', () => {
  const lock = {
    packages: {
      '': {},
      'node_modules/tool': { optionalDependencies: { 'tool-linux': '1.0.0', 'tool-mac': '1.0.0', shared: '2.0.0' } },
      'node_modules/tool/node_modules/tool-linux': {},
      'node_modules/shared': {},
    },
  };
  expect(missingFromLock(lock)).toEqual([{ from: 'node_modules/tool', name: 'tool-mac', range: '1.0.0' }]);
});

test('a package in the folder of a sibling does not count', () => {
  const lock = {
    packages: {
      'node_modules/one': { optionalDependencies: { part: '1.0.0' } },
      'node_modules/other/node_modules/part': {},
    },
  };
  expect(missingFromLock(lock)).toHaveLength(1);
});
