import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { permissionTables, withPermissionTables } from '../../../build/service-reference/permission-table.ts';
import { OPERATIONS } from '../../../shared/service-api/operations/all.ts';

test('README shows the permissions of every call as they are', () => {
  const text = readFileSync(path.resolve(import.meta.dirname, '../../../README.md'), 'utf8');
  // When this fails: node build/service-reference/permissions.ts --write
  expect(text).toBe(withPermissionTables(text, permissionTables(OPERATIONS)));
});

test('no path is used twice', () => {
  const paths = OPERATIONS.map((operation) => operation.path);
  expect(new Set(paths).size).toBe(paths.length);
});
