/** Users and keys through the portal: who may make and stop which. */

import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openSqliteStore } from '../../../../electron/service/store/sqlite/sqlite-store.ts';
import { listKeys } from '../../../../shared/service-api/operations/keys.ts';
import {
  activateKey,
  createKey,
  createUser,
  deactivateKey,
  listAccountKeys,
  listUsers,
  revokeKey,
} from '../../../../shared/service-api/operations/portal-accounts.ts';
import { SCOPES } from '../../../../shared/service-api/permissions.ts';
import { DEFAULT_PATHS } from '../../../../shared/service-api/routes.ts';
import { editStore, makeKey, makeUser, readStore } from '../../../harness/service/accounts.ts';
import { MIGRATIONS, startService, type TestService } from '../../../harness/service/test-service.ts';

const asAdmin = (service: TestService) => (route: string, body: unknown) => service.post(route, body, service.adminKey);
const works = async (service: TestService, key: string) =>
  (await service.post(DEFAULT_PATHS.listProjects, {}, key)).status;

test('an operator creates users, on the free tier unless told otherwise; names are taken once', async () => {
  const service = await startService();
  const post = asAdmin(service);
  const ada = await post(createUser.path, { name: ' Ada ' });
  expect(ada.status).toBe(200);
  expect(ada.body).toEqual({
    userId: expect.stringMatching(/^usr_[0-9a-f]{32}$/),
    name: 'Ada',
    tier: 'free',
    operator: false,
    createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
  });
  expect((await post(createUser.path, { name: 'Bob', tier: 'developer' })).body.tier).toBe('developer');
  // The last two are names by which the service finds accounts of its own.
  for (const name of ['Ada', 'owner', 'this computer']) {
    expect(await post(createUser.path, { name })).toMatchObject({ status: 409, body: { code: 'nameTaken' } });
  }
  for (const body of [
    {},
    { name: '' },
    { name: '  ' },
    { name: 'two\nlines' },
    { name: 7 },
    { name: 'C', tier: 'gold' },
    { name: 'C', billingCountry: 'India' },
  ]) {
    expect([body, (await post(createUser.path, body)).status]).toEqual([body, 400]);
  }
  const { users } = (await post(listUsers.path, {})).body;
  expect(users.map(({ name, operator }: { name: string; operator: boolean }) => [name, operator])).toEqual([
    ['owner', true],
    ['Ada', false],
    ['Bob', false],
  ]);
});

test('the billing country of a new user is known to billing', async () => {
  const service = await startService();
  const { body } = await asAdmin(service)(createUser.path, { name: 'Ada', billingCountry: 'IN' });
  await asAdmin(service)(createUser.path, { name: 'Bob' });
  expect(readStore(service, 'select user_id, billing_country from billing_accounts')).toEqual([
    { user_id: body.userId, billing_country: 'IN' },
  ]);
});

test('a user who is not an operator creates no users and sees only itself', async () => {
  const service = await startService();
  const ada = await makeUser(service, 'Ada');
  await makeUser(service, 'Bob');
  const refused = await service.post(createUser.path, { name: 'Eve' }, ada.admin.key);
  expect(refused).toMatchObject({ status: 403, body: { code: 'operatorRequired' } });
  const { body } = await service.post(listUsers.path, {}, ada.admin.key);
  expect(body.users).toMatchObject([{ userId: ada.userId, name: 'Ada' }]);
});

test('keys of every role, scope and state can be made and do what they say', async () => {
  const service = await startService();
  const ada = await makeUser(service, 'Ada');
  for (const scope of SCOPES) {
    const role = scope === 'admin' ? 'admin' : 'scoped';
    const key = await makeKey(service, { userId: ada.userId, role, scopes: [scope, scope] });
    expect([scope, key.scopes, key.role]).toEqual([scope, [scope], role]);
    const opens = ['read', 'projects:read', 'projects:*'].includes(scope);
    expect([scope, await works(service, key.key)]).toEqual([scope, opens ? 200 : 403]);
  }
  const sleeping = await makeKey(service, { status: 'inactive' });
  expect([sleeping.status, await works(service, sleeping.key)]).toEqual(['inactive', 403]);
  const none = await makeKey(service, { scopes: [] });
  expect(await works(service, none.key)).toBe(403);
});

test.each([
  [{ role: 'scoped', scopes: [] }, 'label'],
  [{ label: ' ', role: 'scoped', scopes: [] }, 'label'],
  [{ label: 'red \u001b[31m', role: 'scoped', scopes: [] }, 'label'],
  [{ label: 'x', scopes: [] }, 'role'],
  [{ label: 'x', role: 'owner', scopes: [] }, 'role'],
  [{ label: 'x', role: 'scoped' }, 'scopes'],
  [{ label: 'x', role: 'scoped', scopes: ['keys'] }, 'scopes'],
  [{ label: 'x', role: 'scoped', scopes: ['*'] }, 'scopes'],
  [{ label: 'x', role: 'scoped', scopes: ['read', 'admin'] }, 'admin'],
  [{ label: 'x', role: 'scoped', scopes: [], status: 'revoked' }, 'status'],
  [{ label: 'x', role: 'scoped', scopes: [], resourceBounds: { apiProjects: [] } }, 'resourceBounds'],
  [{ label: 'x', role: 'scoped', scopes: [], resourceBounds: { apiProjectIds: 'prj' } }, 'resourceBounds'],
  [{ label: 'x', role: 'scoped', scopes: [], resourceBounds: [] }, 'resourceBounds'],
])('a key of %j is 400', async (body, word) => {
  const service = await startService();
  const answer = await service.post(createKey.path, body, service.adminKey);
  expect(answer.status).toBe(400);
  expect(answer.body.error).toContain(word);
  expect((await service.post(listKeys.path, {}, service.adminKey)).body.keys).toHaveLength(2);
});

test('an account has at most a thousand keys that are not revoked', async () => {
  const service = await startService();
  const { keyId, userId } = readStore<{ keyId: string; userId: string }>(
    service,
    `select key_id keyId, user_id userId from keys where role = 'admin'`,
  )[0] ?? { keyId: '', userId: '' };
  editStore(
    service,
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < 997)
     insert into keys select 'key_' || i, user_id, label, 'scoped', 'inactive', 'p', 'h', '[]', '{}', ?, i, null, null, null
     from n join keys on key_id = ?`,
    keyId,
    keyId,
  );
  const last = await makeKey(service);
  const create = () => service.post(createKey.path, { label: 'x', role: 'scoped', scopes: [] }, service.adminKey);
  expect(await create()).toMatchObject({ status: 409, body: { code: 'tooManyKeys' } });
  await service.post(revokeKey.path, last, service.adminKey);
  expect((await create()).status).toBe(200);
  // Another account is not concerned.
  expect((await makeUser(service, 'Ada')).userId).not.toBe(userId);
});

test('the parent of a scoped key is the admin key that makes it, else the oldest of its user', async () => {
  const service = await startService();
  const second = await makeKey(service, { role: 'admin' });
  expect(second.parentKeyId).toBeNull();
  expect((await makeKey(service, {}, second.key)).parentKeyId).toBe(second.keyId);

  const { body: ada } = await service.post(createUser.path, { name: 'Ada' }, service.adminKey);
  expect((await makeKey(service, { userId: ada.userId })).parentKeyId).toMatch(/^key_/);
  const first = await makeKey(service, { userId: ada.userId, role: 'admin' });
  const later = await makeKey(service, { userId: ada.userId, role: 'admin' });
  expect((await makeKey(service, { userId: ada.userId })).parentKeyId).toBe(first.keyId);
  expect((await makeKey(service, {}, later.key)).parentKeyId).toBe(later.keyId);
});

test('keys are deactivated, activated and revoked; revoked ones never come back', async () => {
  const service = await startService();
  const post = asAdmin(service);
  const made = await makeKey(service);
  const { key, ...metadata } = made;
  const steps = [
    [deactivateKey, 200, 'inactive', 403],
    [deactivateKey, 200, 'inactive', 403],
    [activateKey, 200, 'active', 200],
    [activateKey, 200, 'active', 200],
    [deactivateKey, 200, 'inactive', 403],
    [revokeKey, 200, 'revoked', 403],
    [revokeKey, 200, 'revoked', 403],
  ] as const;
  for (const [operation, status, after, access] of steps) {
    const answer = await post(operation.path, { keyId: made.keyId });
    const revokedAt = after === 'revoked' ? expect.stringMatching(/Z$/) : null;
    expect([answer.status, answer.body]).toEqual([status, { ...metadata, status: after, revokedAt }]);
    expect(await works(service, key)).toBe(access);
  }
  for (const { path } of [activateKey, deactivateKey]) {
    expect(await post(path, { keyId: made.keyId })).toMatchObject({ status: 409, body: { code: 'keyRevoked' } });
  }
  expect(await works(service, key)).toBe(403);
});

test('a key cannot stop itself; another admin key can stop it, and its children go on', async () => {
  const service = await startService();
  const other = await makeKey(service, { role: 'admin' });
  const child = await makeKey(service, {}, other.key);
  for (const { path } of [deactivateKey, revokeKey]) {
    const answer = await service.post(path, { keyId: other.keyId }, other.key);
    expect(answer).toMatchObject({ status: 409, body: { code: 'ownKey' } });
  }
  expect((await service.post(activateKey.path, { keyId: other.keyId }, other.key)).status).toBe(200);
  expect((await service.post(deactivateKey.path, { keyId: other.keyId }, service.adminKey)).status).toBe(200);
  expect([await works(service, other.key), await works(service, child.key)]).toEqual([403, 200]);
});

test('of two admin keys that stop each other at the same time one stays active', async () => {
  const service = await startService();
  const one = await makeKey(service, { role: 'admin' });
  const two = await makeKey(service, { role: 'admin' });
  await service.close();
  // At the store both calls are through every check of theirs when the first change happens.
  const store = openSqliteStore(path.join(service.dataDirectory, 'service.sqlite'), MIGRATIONS);
  onTestFinished(() => store.close());
  const outcomes = await Promise.all([
    store.keys.setStatus(null, two.keyId, 'inactive', one.keyId, 1),
    store.keys.setStatus(null, one.keyId, 'inactive', two.keyId, 1),
    store.keys.rotate('usr', 'key_0', { secretHash: 'x', keyPrefix: 'x' }, { keyId: two.keyId, operator: false }, 1),
  ]);
  expect(outcomes.map(({ kind }) => kind)).toEqual(['done', 'actor-stopped', 'actor-stopped']);
  expect((await store.accounts.keyStanding(one.keyId))?.status).toBe('active');
});

test('the key of the built-in account cannot be stopped by any other', async () => {
  const service = await startService({ startKey: 'start-key-of-this-run' });
  const admin = await makeKey(service, { role: 'admin' }, 'start-key-of-this-run');
  for (const { path } of [deactivateKey, revokeKey]) {
    const answer = await service.post(path, { keyId: 'key_built_in' }, admin.key);
    expect(answer).toMatchObject({ status: 409, body: { code: 'builtInKey' } });
  }
  expect(await works(service, 'start-key-of-this-run')).toBe(200);
});

test("an operator reaches every account; another user's admin key its own alone, and the rest is 404", async () => {
  const service = await startService();
  const ada = await makeUser(service, 'Ada');
  const bob = await makeUser(service, 'Bob');
  const his = await makeKey(service, { userId: bob.userId });
  const mine = await makeKey(service);
  const list = (body: object, as: string) => service.post(listAccountKeys.path, body, as);

  expect((await list({ userId: bob.userId }, service.adminKey)).body.keys).toHaveLength(2);
  expect((await list({}, service.adminKey)).body.keys).toHaveLength(3);
  expect((await list({}, ada.admin.key)).body.keys).toMatchObject([{ keyId: ada.admin.keyId }]);
  expect((await list({ userId: ada.userId }, ada.admin.key)).body.keys).toHaveLength(1);
  const unknown = await list({ userId: 'usr_0' }, service.adminKey);
  expect(unknown.status).toBe(404);

  const [owner] = (await service.post(listUsers.path, {}, service.adminKey)).body.users;
  for (const userId of [bob.userId, owner.userId, 'usr_0']) {
    const listed = await list({ userId }, ada.admin.key);
    expect([listed.status, listed.body]).toEqual([404, { ...unknown.body, requestId: expect.any(String) }]);
    const created = await service.post(
      createKey.path,
      { userId, label: 'x', role: 'admin', scopes: [] },
      ada.admin.key,
    );
    expect([created.status, created.body]).toEqual([404, { ...unknown.body, requestId: expect.any(String) }]);
  }
  for (const { path } of [activateKey, deactivateKey, revokeKey]) {
    const absent = await service.post(path, { keyId: 'key_0' }, ada.admin.key);
    for (const { keyId } of [his, bob.admin, mine]) {
      const answer = await service.post(path, { keyId }, ada.admin.key);
      expect([answer.status, answer.body]).toEqual([404, { ...absent.body, requestId: expect.any(String) }]);
    }
  }
  expect([await works(service, his.key), await works(service, mine.key)]).toEqual([200, 200]);
  expect((await service.post(deactivateKey.path, { keyId: his.keyId }, service.adminKey)).status).toBe(200);
  expect(await works(service, his.key)).toBe(403);
});

test("another account's admin key is not an operator, whoever made it", async () => {
  const service = await startService();
  const ada = await makeUser(service, 'Ada');
  expect((await service.post(createUser.path, { name: 'Eve' }, ada.admin.key)).status).toBe(403);
  const own = await makeKey(service, { role: 'admin' }, ada.admin.key);
  expect((await service.post(createUser.path, { name: 'Eve' }, own.key)).status).toBe(403);
});

test('users never see each other’s projects, and all keys of one user see the same', async () => {
  const service = await startService();
  const ada = await makeUser(service, 'Ada');
  const bob = await makeUser(service, 'Bob');
  await service.uploadedProject('samples', 'hers.wav', ada.admin.key);
  const names = async (key: string) =>
    (await service.post(DEFAULT_PATHS.listProjects, {}, key)).body.projects.map(
      ({ originalFileName }: { originalFileName: string }) => originalFileName,
    );
  const child = await makeKey(service, { userId: ada.userId, scopes: ['read'] });
  expect([await names(ada.admin.key), await names(child.key)]).toEqual([['hers.wav'], ['hers.wav']]);
  expect([await names(bob.admin.key), await names(service.adminKey)]).toEqual([[], []]);
});

test('a secret is stored as its hash alone', async () => {
  const service = await startService();
  const made = await makeKey(service);
  const [row] = readStore<Record<string, unknown>>(service, 'select * from keys where key_id = ?', made.keyId);
  expect(row?.secret_hash).toMatch(/^[0-9a-f]{64}$/);
  expect(JSON.stringify(row)).not.toContain(made.key);
  expect(JSON.stringify((await service.post(listAccountKeys.path, {}, service.adminKey)).body)).not.toContain(
    row?.secret_hash,
  );
});
