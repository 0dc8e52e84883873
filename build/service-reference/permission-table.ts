/** Which call of the service needs which permission, as electron/service/README.md shows it. */

import type { Operation } from '../../shared/service-api/operation.ts';
import { allows, type Permission, SCOPES } from '../../shared/service-api/permissions.ts';
import { table } from './tables.ts';

type Listed = Pick<Operation, 'path' | 'needs' | 'summary'>;

/** Two Markdown tables: calls with the permissions they need, and permissions with the scopes that grant them. */
export function permissionTables(listed: readonly Listed[]): string {
  const operations = inOrder(listed);
  const calls = operations.map(({ path, needs, summary }) => [
    `\`${path}\``,
    needs.includes('admin') ? 'admin' : 'any',
    needs.map((permission) => `\`${permission}\``).join(', '),
    summary,
  ]);
  const needed = [...new Set(operations.flatMap(({ needs }) => needs))];
  const scopes = needed.map((permission) => [`\`${permission}\``, scopesFor(permission).join(', ')]);
  return [
    ...table(['call', 'role of the key', 'permissions, all of them', 'what it is for'], calls),
    '',
    ...table(['permission', 'scopes that give it'], scopes),
  ].join('\n');
}

/** Sorted by path, the specification's first: the order of a module's exports depends on what loaded it. */
export function inOrder<Call extends Pick<Operation, 'path'>>(operations: readonly Call[]): Call[] {
  const rank = ({ path }: Call) => `${path.startsWith('/v1/') ? 0 : 1}${path}`;
  return operations.toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1));
}

function scopesFor(permission: Permission): string[] {
  return SCOPES.filter((scope) => allows([scope], permission)).map((scope) => `\`${scope}\``);
}
