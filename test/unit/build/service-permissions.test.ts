import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { permissionTables } from '../../../build/service-reference/permission-table.ts';
import { withTables } from '../../../build/service-reference/tables.ts';
import { OPERATIONS } from '../../../shared/service-api/operations/all.ts';

test('the service’s README shows the permissions that every call needs', () => {
  const text = readFileSync(path.resolve(import.meta.dirname, '../../../electron/service/README.md'), 'utf8');
  // When this fails: npm run permissions
  expect(text).toBe(withTables(text, 'permissions', permissionTables(OPERATIONS)));
});

test('no path is used twice', () => {
  const paths = OPERATIONS.map((operation) => operation.path);
  expect(new Set(paths).size).toBe(paths.length);
});
