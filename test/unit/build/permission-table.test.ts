import { expect, test } from 'vitest';
import { permissionTables } from '../../../build/service-reference/permission-table.ts';
import { withTables } from '../../../build/service-reference/tables.ts';

const CALLS = [
  { path: '/v1/look', needs: ['projects:read'], summary: 'Look | see.' },
  { path: '/v1/turn', needs: ['admin', 'keys:write'], summary: 'Turn.' },
] as const;

test('each call is a row with its role and all of its permissions, each permission one with its scopes', () => {
  expect(permissionTables(CALLS).split('\n')).toEqual([
    '| call | role of the key | permissions, all of them | what it is for |',
    '| --- | --- | --- | --- |',
    '| `/v1/look` | any | `projects:read` | Look \\| see. |',
    '| `/v1/turn` | admin | `admin`, `keys:write` | Turn. |',
    '',
    '| permission | scopes that give it |',
    '| --- | --- |',
    '| `projects:read` | `read`, `projects:read`, `projects:*` |',
    '| `admin` | `admin` |',
    '| `keys:write` | `keys:write`, `keys:*` |',
  ]);
});

test('calls of the specification come first, the own ones after them, each by path', () => {
  const paths = ['/portal/b', '/v1/z', '/portal/a', '/v1/y'];
  const rows = permissionTables(paths.map((path) => ({ path, needs: [], summary: '' }))).split('\n');
  expect(rows.slice(2, 6).map((row) => row.split('`')[1])).toEqual(['/v1/y', '/v1/z', '/portal/a', '/portal/b']);
});

const BEGIN = '<!-- permissions: written by `npm run permissions` -->';
const END = '<!-- permissions end -->';

test('what stands between the marks is replaced, and nothing else; again it changes nothing', () => {
  const text = `before\n${BEGIN}\nold\n${END}\nafter`;
  const written = withTables(text, 'permissions', 'new');
  expect(written).toBe(`before\n${BEGIN}\n\nnew\n\n${END}\nafter`);
  expect(withTables(written, 'permissions', 'new')).toBe(written);
});

test.each(['nothing', BEGIN, END, `${END}${BEGIN}`, `${BEGIN}${END}${BEGIN}${END}`, `${BEGIN}${END}${END}`])(
  'marks that are not there once and in order are told: %s',
  (text) => {
    expect(() => withTables(text, 'permissions', 'new')).toThrow(/once/);
  },
);
