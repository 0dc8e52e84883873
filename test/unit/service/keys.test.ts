import { expect, test } from 'vitest';
import { presentedSecret } from '../../../electron/service/auth/secrets.ts';
import { keyView } from '../../../electron/service/http/views/accounts.ts';
import { decideRotation, decideStatusChange } from '../../../electron/service/rules/keys/changes.ts';
import { projectBounds, reachesProject } from '../../../electron/service/rules/keys/project-bounds.ts';
import type { Key } from '../../../electron/service/store/records.ts';
import { keyMetadata } from '../../../shared/service-api/key-metadata.ts';
import { allows, PERMISSIONS, SCOPES } from '../../../shared/service-api/permissions.ts';

const KEY: Key = {
  keyId: 'key_1',
  userId: 'usr_1',
  label: 'A key',
  role: 'scoped',
  status: 'active',
  keyPrefix: 'ctk_12345678',
  secretHash: 'ab',
  scopes: ['read'],
  resourceBounds: {},
  parentKeyId: 'key_0',
  callsPerMinute: null,
  createdAt: 0,
  rotatedAt: null,
  revokedAt: null,
};
const ACTOR: Key = { ...KEY, keyId: 'key_0', role: 'admin', parentKeyId: null };

test.each([
  [{}, 'none'],
  [{ authorization: 'Bearer abc' }, 'abc'],
  [{ authorization: 'BEARER   abc  ' }, 'abc'],
  [{ authorization: 'Bearer' }, 'none'],
  [{ authorization: 'Bearer a b' }, 'none'],
  [{ authorization: 'Bearerabc' }, 'none'],
  [{ authorization: 'Basic abc' }, 'none'],
  [{ authorization: 'abc' }, 'none'],
  [{ 'x-api-key': ' abc ' }, 'abc'],
  [{ 'xi-api-key': 'abc' }, 'abc'],
  [{ 'x-api-key': '', 'xi-api-key': 'abc' }, 'abc'],
  [{ 'x-api-key': ['abc', 'def'] }, 'several'],
  [{ authorization: ['Bearer abc', 'Bearer def'] }, 'several'],
  [{ 'xi-api-key': ['abc', 'abc'] }, 'abc'],
  [{ authorization: ['Basic x', 'Bearer abc', 'Bearer abc'] }, 'abc'],
  [{ authorization: 'Basic x', 'x-api-key': 'abc' }, 'abc'],
  [{ authorization: 'Bearer abc', 'x-api-key': 'abc', 'xi-api-key': 'abc' }, 'abc'],
  [{ authorization: 'Bearer abc', 'x-api-key': 'def' }, 'several'],
  [{ 'x-api-key': 'abc', 'xi-api-key': 'Abc' }, 'several'],
])('headers %j present %s', (headers, expected) => {
  const distinct = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat()]));
  const presented = presentedSecret(distinct);
  expect(presented.kind === 'one' ? presented.secret : presented.kind).toBe(expected);
});

test('each permission is allowed by its own scope, its area, and read or write of projects and generations', () => {
  const extra: Partial<Record<string, string[]>> = {
    'keys:read': ['keys:*'],
    'keys:write': ['keys:*'],
    'webhooks:read': ['webhooks:*'],
    'webhooks:write': ['webhooks:*'],
    'projects:read': ['projects:*', 'read'],
    'projects:write': ['projects:*', 'write'],
    'generations:read': ['generations:*', 'read'],
    'generations:write': ['generations:*', 'write'],
  };
  for (const needed of PERMISSIONS) {
    const allowing = SCOPES.filter((scope) => allows([scope], needed));
    expect([needed, allowing.sort()]).toEqual([needed, [needed, ...(extra[needed] ?? [])].sort()]);
    const others = SCOPES.filter((scope) => !allowing.includes(scope));
    expect([needed, allows(others, needed)]).toEqual([needed, false]);
    expect(allows([...SCOPES], needed)).toBe(true);
  }
});

test('what is no permission is never allowed by words that look like one', () => {
  for (const scopes of [[], ['*'], ['*:*'], ['KEYS:READ'], ['keys'], ['keys:'], [':read'], ['projects:*:read']]) {
    for (const needed of PERMISSIONS) expect([scopes, allows(scopes, needed)]).toEqual([scopes, false]);
  }
});

test.each([
  [{}, 'go'],
  [{ status: 'inactive' }, 'go'],
  [{ status: 'revoked' }, 'revoked-target'],
  [{ role: 'admin' }, 'admin-key'],
  [{ role: 'admin', status: 'revoked' }, 'admin-key'],
  [{ userId: 'usr_2' }, 'missing'],
  [{ userId: 'usr_2', role: 'admin' }, 'missing'],
] as const)('a rotation of a key that is %j: %s', (fields, expected) => {
  expect(decideRotation(ACTOR, { ...KEY, ...fields }, 'usr_1').kind).toBe(expected);
});

test.each([
  [['admin', 'keys:write'], ['projects:read'], 'wider-key'],
  [['admin', 'keys:write', 'read'], ['projects:read', 'generations:read'], 'go'],
  [['admin', 'keys:write', 'projects:read', 'projects:write'], ['projects:*'], 'go'],
  [['admin', 'keys:write', 'projects:read'], ['projects:*'], 'wider-key'],
  [['admin', 'keys:write'], ['a scope of a later version'], 'go'],
])('a key with %j that rotates one with %j: %s', (held, scopes, expected) => {
  const actor = { ...ACTOR, scopes: held };
  expect(decideRotation(actor, { ...KEY, scopes }, 'usr_1').kind).toBe(expected);
});

test('a key that was stopped meanwhile changes nothing', () => {
  for (const actor of [null, { ...ACTOR, status: 'inactive' as const }, { ...ACTOR, status: 'revoked' as const }]) {
    expect(decideRotation(actor, KEY, 'usr_1').kind).toBe('actor-stopped');
    for (const status of ['active', 'inactive', 'revoked'] as const) {
      expect(decideStatusChange(actor, KEY, null, status).kind).toBe('actor-stopped');
    }
  }
  expect(decideRotation(ACTOR, null, 'usr_1').kind).toBe('missing');
  expect(decideStatusChange(ACTOR, null, null, 'active').kind).toBe('missing');
});

const CHANGES = { active: 'go', inactive: 'go', revoked: 'go' };

test.each([
  ['active', { ...CHANGES, active: 'same' }, {}],
  ['inactive', { ...CHANGES, inactive: 'same' }, {}],
  ['revoked', { active: 'revoked', inactive: 'revoked', revoked: 'same' }, {}],
  ['active, of another user', { active: 'missing', inactive: 'missing', revoked: 'missing' }, { userId: 'usr_2' }],
  ['active, its own', { active: 'same', inactive: 'own-key', revoked: 'own-key' }, { keyId: 'key_0' }],
  [
    'active, the built-in one',
    { active: 'same', inactive: 'built-in-key', revoked: 'built-in-key' },
    { secretHash: null },
  ],
] as const)('a key that is %s becomes %j', (name, expected, fields) => {
  const status = name.split(',')[0] as Key['status'];
  const found = (['active', 'inactive', 'revoked'] as const).map((next) => [
    next,
    decideStatusChange(ACTOR, { ...KEY, status, ...fields }, 'usr_1', next).kind,
  ]);
  expect(Object.fromEntries(found)).toEqual(expected);
});

test('an operator reaches keys of every user', () => {
  expect(decideStatusChange(ACTOR, { ...KEY, userId: 'usr_2' }, null, 'revoked').kind).toBe('go');
});

test.each([
  [{}, null],
  [{ apiProjectIds: ['prj_1'] }, ['prj_1']],
  [{ apiProjectIds: [] }, []],
  [{ apiProjectIds: 'prj_1' }, []],
  [{ apiProjectIds: [7] }, []],
  [{ apiProjectIds: ['prj_1'], somethingElse: 1 }, []],
  [{ somethingElse: 1 }, []],
])('bounds %j confine to %j', (stored, expected) => {
  const projects = projectBounds(stored);
  expect(projects).toEqual(expected);
  expect(reachesProject({ projects }, 'prj_1')).toBe(expected === null || expected.length > 0);
  expect(reachesProject({ projects }, 'prj_2')).toBe(expected === null);
});

test('metadata has the fields of the specification, with null for what never happened', () => {
  const times = { createdAt: 0, rotatedAt: 1_700_000_000_123, revokedAt: null };
  const described = keyView({ ...KEY, ...times });
  expect(described).toEqual({
    keyId: 'key_1',
    label: 'A key',
    status: 'active',
    keyPrefix: 'ctk_12345678',
    role: 'scoped',
    scopes: ['read'],
    resourceBounds: {},
    parentKeyId: 'key_0',
    createdAt: '1970-01-01T00:00:00.000Z',
    rotatedAt: '2023-11-14T22:13:20.123Z',
    revokedAt: null,
  });
  expect(keyMetadata.parse(described)).toEqual(described);
});
