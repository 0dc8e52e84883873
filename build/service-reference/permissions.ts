/** Prints the tables of the service's README, or with `--write` puts them there. */

import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { OPERATIONS } from '../../shared/service-api/operations/all.ts';
import { endpointTable } from './endpoint-table.ts';
import { ENDPOINTS } from './endpoints.ts';
import { inOrder, permissionTables } from './permission-table.ts';
import { withTables } from './tables.ts';

const readme = path.resolve(import.meta.dirname, '../../electron/service/README.md');
const permissions = permissionTables(OPERATIONS);
const endpoints = endpointTable(
  inOrder(OPERATIONS).map((operation) => operation.path),
  ENDPOINTS,
);

if (process.argv.includes('--write')) {
  const text = withTables(readFileSync(readme, 'utf8'), 'permissions', permissions);
  writeFileSync(readme, withTables(text, 'endpoints', endpoints));
} else {
  process.stdout.write(`${permissions}\n\n${endpoints}\n`);
}
