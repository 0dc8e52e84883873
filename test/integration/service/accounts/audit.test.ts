/** The audit log: who did what, never without it being done, never changed afterward. */

import { expect, test } from 'vitest';
import { listKeys, rotateKey } from '../../../../shared/service-api/operations/keys.ts';
import { activateKey, deactivateKey, revokeKey } from '../../../../shared/service-api/operations/portal-accounts.ts';
import { listAudit } from '../../../../shared/service-api/operations/portal-audit.ts';
import { editStore, makeKey, makeUser, readStore } from '../../../harness/service/accounts.ts';
import { startService, type TestService } from '../../../harness/service/test-service.ts';

const audit = (service: TestService, body: object = {}, as = service.adminKey) =>
  service.post(listAudit.path, body, as);

async function actions(service: TestService, body: object = {}, as = service.adminKey): Promise<string[]> {
  return (await audit(service, body, as)).body.entries.map(({ action }: { action: string }) => action);
}

test('every change of a key is logged with who, what and when, newest first', async () => {
  const service = await startService();
  const admin = await makeKey(service, { role: 'admin', label: 'second' });
  const made = await makeKey(service, { label: 'Studio', scopes: ['read'] }, admin.key);
  await service.post(deactivateKey.path, made, admin.key);
  const rotated = await service.post(rotateKey.path, made, service.adminKey);
  await service.post(activateKey.path, made, admin.key);
  await service.post(revokeKey.path, made, admin.key);
  const [first] = (await service.post(listKeys.path, {}, service.adminKey)).body.keys;
  const { status, body } = await audit(service);
  expect(status).toBe(200);
  expect(body.next).toBeNull();
  const entry = (action: string, details: object, actorKeyId: unknown = admin.keyId) => ({
    auditId: expect.stringMatching(/^aud_[0-9a-f]{32}$/),
    userId: expect.stringMatching(/^usr_/),
    actorKeyId,
    action,
    target: made.keyId,
    details,
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
  });
  const label = 'Studio';
  expect(body.entries.slice(0, 5)).toEqual([
    entry('key.revoked', { label, from: 'active', to: 'revoked' }),
    entry('key.activated', { label, from: 'inactive', to: 'active' }),
    entry('key.rotated', { label, previousPrefix: made.keyPrefix, keyPrefix: rotated.body.keyPrefix }, first.keyId),
    entry('key.deactivated', { label, from: 'active', to: 'inactive' }),
    entry(
      'key.created',
      expect.objectContaining({ label, role: 'scoped', scopes: ['read'], parentKeyId: admin.keyId }),
    ),
  ]);
  expect(body.entries.slice(5)).toMatchObject([
    { action: 'key.created', target: admin.keyId, actorKeyId: first.keyId },
    // What the first start of the folder made by itself.
    { action: 'key.created', actorKeyId: null, details: { label: 'API key', parentKeyId: first.keyId } },
    { action: 'key.created', actorKeyId: null, target: first.keyId, details: { role: 'admin' } },
    { action: 'user.created', actorKeyId: null, target: body.entries[0].userId },
  ]);
  for (const secret of [made.key, rotated.body.key, admin.key]) expect(JSON.stringify(body)).not.toContain(secret);
});

test('refused or empty changes are not logged', async () => {
  const service = await startService();
  const made = await makeKey(service);
  const before = await actions(service);
  await service.post(activateKey.path, made, service.adminKey);
  await service.post(rotateKey.path, { keyId: 'key_0' }, service.adminKey);
  await service.post(rotateKey.path, made, service.apiKey);
  await service.post(rotateKey.path, {}, service.adminKey);
  expect(await actions(service)).toEqual(before);
});

test('entries belong to the account in which it happened', async () => {
  const service = await startService();
  const ada = await makeUser(service, 'Ada');
  const bob = await makeUser(service, 'Bob');
  await makeKey(service, { label: 'his', userId: bob.userId });
  expect(await actions(service, {}, ada.admin.key)).toEqual(['key.created', 'user.created']);
  expect(await actions(service, { userId: bob.userId })).toEqual(['key.created', 'key.created', 'user.created']);
  // Its own, from the first start.
  expect(await actions(service)).toEqual(['key.created', 'key.created', 'user.created']);
  const unknown = await audit(service, { userId: 'usr_0' });
  const foreign = await audit(service, { userId: bob.userId }, ada.admin.key);
  expect([foreign.status, foreign.body]).toEqual([404, { ...unknown.body, requestId: expect.any(String) }]);
});

test('pages hold every entry once, in order, also while new ones arrive', async () => {
  const service = await startService();
  for (let count = 0; count < 23; count += 1) await makeKey(service, { label: `key ${count}` });
  const all: string[] = (await audit(service)).body.entries.map((entry: { auditId: string }) => entry.auditId);
  const paged: string[] = [];
  let before: string | undefined;
  let pages = 0;
  do {
    const { body } = await audit(service, { limit: 5, before });
    paged.push(...body.entries.map((entry: { auditId: string }) => entry.auditId));
    before = body.next ?? undefined;
    pages += 1;
    await makeKey(service, { label: 'meanwhile' });
  } while (before !== undefined);
  expect([paged, pages]).toEqual([all, 6]);
  const exact = await audit(service, { limit: 32 });
  expect([exact.body.entries.length, exact.body.next]).toEqual([32, null]);
});

test('bounds of a page are checked, and it goes on from entries of the account alone', async () => {
  const service = await startService();
  const ada = await makeUser(service, 'Ada');
  const [hers] = (await audit(service, { userId: ada.userId })).body.entries;
  for (const body of [{ limit: 0 }, { limit: 501 }, { limit: 1.5 }, { limit: '5' }, { before: 7 }, { userId: null }]) {
    expect([body, (await audit(service, body)).status]).toEqual([body, 400]);
  }
  for (const before of ['aud_0', hers.auditId]) expect((await audit(service, { before })).status).toBe(404);
  expect((await audit(service, { limit: 500 })).status).toBe(200);
});

test('the table takes new rows and nothing else', async () => {
  const service = await startService();
  await makeKey(service);
  const rows = readStore(service, 'select * from audit_entries');
  expect(rows).toHaveLength(4);
  const insert = 'into audit_entries (sequence, audit_id, user_id, action, target, details, created_at)';
  for (const sql of [
    `update audit_entries set action = 'x'`,
    'update or ignore audit_entries set created_at = 0',
    'delete from audit_entries',
    'delete from audit_entries where sequence = 1',
    `replace ${insert} values (1, 'aud_x', 'u', 'a', 't', '{}', 0)`,
    `insert or replace ${insert} select 99, audit_id, 'u', 'a', 't', '{}', 0 from audit_entries`,
    `insert ${insert} values (1, 'aud_x', 'u', 'a', 't', '{}', 0) on conflict do update set action = 'x'`,
  ]) {
    expect(() => editStore(service, sql), sql).toThrow(/only ever added to/);
    expect(readStore(service, 'select * from audit_entries')).toEqual(rows);
  }
  await makeKey(service);
  expect(readStore(service, 'select * from audit_entries')).toHaveLength(5);
});

test('a change whose entry cannot be written does not happen', async () => {
  const service = await startService();
  const made = await makeKey(service);
  editStore(service, `create trigger full before insert on audit_entries begin select raise(abort, 'full'); end`);
  const count = () => readStore<{ n: number }>(service, 'select count(*) n from keys')[0]?.n;
  const before = count();
  const tries: [string, object][] = [
    ['/portal/keys/create', { label: 'x', role: 'scoped', scopes: [] }],
    ['/portal/users/create', { name: 'Ada' }],
    [deactivateKey.path, made],
    [revokeKey.path, made],
  ];
  for (const [route, body] of tries) {
    expect([route, (await service.post(route, body, service.adminKey)).status]).toEqual([route, 500]);
  }
  expect(count()).toBe(before);
  expect(readStore(service, `select * from users where name = 'Ada'`)).toEqual([]);
  expect(readStore(service, 'select status from keys where key_id = ?', made.keyId)).toEqual([{ status: 'active' }]);
});
