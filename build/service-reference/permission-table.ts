/** Which call of the service needs which permission, as electron/service/README.md shows it. */

import type { Operation } from '../../shared/service-api/operation.ts';
import { allows, type Permission, SCOPES } from '../../shared/service-api/permissions.ts';

const BEGIN = '<!-- permissions: written by `npm run permissions` -->';
const END = '<!-- permissions end -->';

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

/** Replaces what is between the marks. @throws Error unless each mark is there exactly once, in order */
export function withPermissionTables(text: string, tables: string): string {
  const [before, inside, ...more] = text.split(BEGIN);
  const [, after, ...others] = (inside ?? '').split(END);
  if (before === undefined || after === undefined || more.length > 0 || others.length > 0) {
    throw new Error(`The text must contain ${BEGIN} and ${END} exactly once`);
  }
  return `${before}${BEGIN}\n\n${tables}\n\n${END}${after}`;
}

/** Sorted by path, the specification's first: the order of a module's exports depends on what loaded it. */
function inOrder(operations: readonly Listed[]): Listed[] {
  const rank = ({ path }: Listed) => `${path.startsWith('/v1/') ? 0 : 1}${path}`;
  return operations.toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1));
}

function scopesFor(permission: Permission): string[] {
  return SCOPES.filter((scope) => allows([scope], permission)).map((scope) => `\`${scope}\``);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)];
}
