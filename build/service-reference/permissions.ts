/** Prints the table of permissions, or with `--write` puts it in the service's README. */

import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { OPERATIONS } from '../../shared/service-api/operations/all.ts';
import { permissionTables, withPermissionTables } from './permission-table.ts';

const readme = path.resolve(import.meta.dirname, '../../electron/service/README.md');
const tables = permissionTables(OPERATIONS);

if (process.argv.includes('--write')) {
  writeFileSync(readme, withPermissionTables(readFileSync(readme, 'utf8'), tables));
} else {
  process.stdout.write(`${tables}\n`);
}
