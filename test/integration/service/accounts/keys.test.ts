/** Listing and rotating keys (service specification, "POST /v1/api_keys/list" and "POST /v1/api_keys/rotate"). */

import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { expect, test } from 'vitest';
import { listKeys, rotateKey } from '../../../../shared/service-api/operations/keys.ts';
import {
  activateKey,
  createKey,
  deactivateKey,
  revokeKey,
} from '../../../../shared/service-api/operations/portal-accounts.ts';
import { DEFAULT_PATHS } from '../../../../shared/service-api/routes.ts';
import { editStore, makeKey, makeUser, readStore } from '../../../harness/service/accounts.ts';
import { keptLog, movableClock, startService, type TestService } from '../../../harness/service/test-service.ts';

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const FIELDS = [
  'createdAt keyId keyPrefix label parentKeyId resourceBounds',
  'revokedAt role rotatedAt scopes status',
].flatMap((words) => words.split(' '));

const works = async (service: TestService, key: string) =>
  (await service.post(DEFAULT_PATHS.listProjects, {}, key)).status;
const rotate = (service: TestService, keyId: unknown, as = service.adminKey) =>
  service.post(rotateKey.path, { keyId }, as);
const list = (service: TestService, as = service.adminKey) => service.post(listKeys.path, {}, as);

test('a listing holds every key of the account with exactly the fields of the specification, oldest first', async () => {
  const service = await startService();
  const made = await makeKey(service, { label: 'Studio', scopes: ['projects:read', 'generations:read'] });
  const { status, body } = await list(service);
  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual(['keys']);
  for (const key of body.keys) expect(Object.keys(key).sort()).toEqual(FIELDS);
  const admin = body.keys[0];
  const common = { resourceBounds: {}, createdAt: TIME, rotatedAt: null, revokedAt: null, status: 'active' };
  expect(body.keys).toEqual([
    {
      ...common,
      ...{ keyId: admin.keyId, label: 'Admin key', role: 'admin', parentKeyId: null },
      ...shown(service.adminKey),
      scopes: expect.arrayContaining(['admin', 'keys:read']),
    },
    {
      ...common,
      keyId: expect.any(String),
      label: 'API key',
      role: 'scoped',
      parentKeyId: admin.keyId,
      ...shown(service.apiKey),
      scopes: expect.arrayContaining(['generations:write']),
    },
    {
      ...common,
      keyId: made.keyId,
      label: 'Studio',
      role: 'scoped',
      parentKeyId: admin.keyId,
      ...shown(made.key),
      scopes: ['projects:read', 'generations:read'],
    },
  ]);
  expect(new Set(body.keys.map(({ keyId }: { keyId: string }) => keyId)).size).toBe(3);
});

function shown(secret: string) {
  return { keyPrefix: secret.slice(0, 12) };
}

test('a listing never holds a secret or its hash, and unknown fields of the body change nothing', async () => {
  const service = await startService();
  const answer = await service.post(listKeys.path, { userId: 'usr_x', everything: true }, service.adminKey);
  const text = JSON.stringify(answer.body);
  expect(answer.body.keys).toHaveLength(2);
  const hashes = readStore<{ secret_hash: string }>(service, 'select secret_hash from keys');
  expect(hashes).toHaveLength(2);
  for (const secret of [service.adminKey, service.apiKey, ...hashes.map((row) => row.secret_hash)]) {
    expect(text).not.toContain(secret);
  }
});

test('only keys of the same user are listed, inactive and revoked ones among them', async () => {
  const service = await startService();
  const ada = await makeUser(service, 'Ada');
  const bob = await makeUser(service, 'Bob');
  const one = await makeKey(service, { userId: ada.userId, label: 'one' });
  const two = await makeKey(service, { userId: ada.userId, label: 'two', status: 'inactive' });
  const three = await makeKey(service, { userId: ada.userId, label: 'three' });
  await service.post(revokeKey.path, { keyId: three.keyId }, service.adminKey);
  const listed = async (as: string) =>
    (await list(service, as)).body.keys.map(({ keyId, status }: { keyId: string; status: string }) => [keyId, status]);
  expect(await listed(ada.admin.key)).toEqual([
    [ada.admin.keyId, 'active'],
    [one.keyId, 'active'],
    [two.keyId, 'inactive'],
    [three.keyId, 'revoked'],
  ]);
  expect(await listed(bob.admin.key)).toEqual([[bob.admin.keyId, 'active']]);
  // An operator's key lists its own account here as well.
  expect(await listed(service.adminKey)).toHaveLength(2);
});

test('rotating gives a new secret once, with the metadata as it is after it', async () => {
  const clock = movableClock();
  const service = await startService({ clock });
  const made = await makeKey(service, { label: 'Studio' });
  clock.move(60_000);
  const { status, body } = await rotate(service, made.keyId);
  expect(status).toBe(200);
  expect(Object.keys(body).sort()).toEqual([...FIELDS, 'key'].sort());
  expect(body.key).toMatch(/^ctk_[A-Za-z0-9_-]{43}$/);
  expect(body.key).not.toBe(made.key);
  expect({ ...made, ...body }).toEqual({ ...made, key: body.key, ...shown(body.key), rotatedAt: TIME });
  expect(Date.parse(body.rotatedAt) - Date.parse(body.createdAt)).toBeGreaterThanOrEqual(60_000);
  const { key: _new, ...after } = body;
  expect((await list(service)).body.keys.at(-1)).toEqual(after);
});

test('the previous secret stops at once, the new one works, other keys are untouched', async () => {
  const service = await startService();
  const made = await makeKey(service);
  const { body } = await rotate(service, made.keyId);
  expect([await works(service, made.key), await works(service, body.key)]).toEqual([401, 200]);
  const again = await rotate(service, made.keyId);
  expect([await works(service, body.key), await works(service, again.body.key)]).toEqual([401, 200]);
  expect([await works(service, service.apiKey), await works(service, service.adminKey)]).toEqual([200, 200]);
});

test('no call begins its work with a secret that was replaced while its body was on the way', async () => {
  const service = await startService();
  const made = await makeKey(service);
  const stopped = await makeKey(service);
  const body = '{"originalFileName":"late.wav","contentType":"audio/wav"}';
  const slow = async (key: string, meanwhile: () => Promise<unknown>) => {
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(service.baseUrl).port) });
    await once(socket, 'connect');
    const head = `POST ${DEFAULT_PATHS.createProject} HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${key}\r\nConnection: close\r\n`;
    socket.write(`${head}Content-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`);
    // Later calls on other connections are answered: by then this one was authenticated and waits for its body.
    for (let calls = 0; calls < 5; calls += 1) expect(await works(service, key)).toBe(200);
    await meanwhile();
    socket.end(body.slice(10));
    let answer = '';
    for await (const chunk of socket) answer += chunk;
    return Number(answer.split(' ')[1]);
  };
  expect(await slow(made.key, async () => undefined)).toBe(200);
  expect(await slow(made.key, () => rotate(service, made.keyId))).toBe(401);
  expect(await slow(stopped.key, () => service.post(deactivateKey.path, stopped, service.adminKey))).toBe(403);
  const projects = await service.post(DEFAULT_PATHS.listProjects, {});
  expect(projects.body.projects).toHaveLength(1);
});

test('under a storm of calls, each that is made after the answer of the rotation finds the old secret gone', async () => {
  const service = await startService({
    configuration: { callsPerMinute: 1_000_000, limits: { failedKeysPerMinute: 1_000_000 } },
  });
  const made = await makeKey(service);
  let over = false;
  let rotated = false;
  const early: number[] = [];
  const late: number[] = [];
  const callers = Array.from({ length: 8 }, async () => {
    while (!over) {
      const isLate = rotated;
      const status = await works(service, made.key);
      (isLate ? late : early).push(status);
    }
  });
  while (early.length < 50) await new Promise((resolve) => setTimeout(resolve, 5));
  expect((await rotate(service, made.keyId)).status).toBe(200);
  rotated = true;
  while (late.length < 50) await new Promise((resolve) => setTimeout(resolve, 5));
  over = true;
  await Promise.all(callers);
  expect(new Set(late)).toEqual(new Set([401]));
  expect(early).toContain(200);
  expect(early.every((status) => status === 200 || status === 401)).toBe(true);
});

test('simultaneous rotations each get an answer, and one secret remains', async () => {
  const service = await startService();
  const made = await makeKey(service);
  const answers = await Promise.all(Array.from({ length: 10 }, () => rotate(service, made.keyId)));
  const found = await Promise.all(answers.map(({ body }) => works(service, body.key)));
  expect(found.filter((status) => status === 200)).toHaveLength(1);
  expect(found.filter((status) => status === 401)).toHaveLength(9);
});

test('an inactive key is rotated and stays inactive; a revoked one is gone for good', async () => {
  const service = await startService();
  const made = await makeKey(service, { status: 'inactive' });
  const { status, body } = await rotate(service, made.keyId);
  expect([status, body.status]).toEqual([200, 'inactive']);
  expect([await works(service, made.key), await works(service, body.key)]).toEqual([401, 403]);
  await service.post(activateKey.path, made, service.adminKey);
  expect([await works(service, made.key), await works(service, body.key)]).toEqual([401, 200]);

  await service.post(revokeKey.path, made, service.adminKey);
  const refused = await rotate(service, made.keyId);
  expect(refused).toMatchObject({ status: 404, body: { code: 'keyRevoked', error: expect.any(String) } });
  expect(await works(service, body.key)).toBe(403);
});

test('admin keys cannot be rotated: neither the own nor another one', async () => {
  const service = await startService();
  const other = await makeKey(service, { role: 'admin' });
  const own = (await list(service)).body.keys[0].keyId;
  for (const keyId of [own, other.keyId]) {
    expect(await rotate(service, keyId)).toMatchObject({ status: 403, body: { code: 'adminKey' } });
  }
  expect([await works(service, service.adminKey), await works(service, other.key)]).toEqual([200, 200]);
});

test('an unknown key is 404, and one of another user looks the same, also to an operator', async () => {
  const service = await startService();
  const ada = await makeUser(service, 'Ada');
  const hers = await makeKey(service, { userId: ada.userId });
  const mine = await makeKey(service);
  const unknown = await rotate(service, 'key_00000000000000000000000000000000');
  expect(unknown).toMatchObject({ status: 404, body: { error: expect.any(String) } });
  for (const [as, keyId] of [
    [service.adminKey, hers.keyId],
    [service.adminKey, ada.admin.keyId],
    [ada.admin.key, mine.keyId],
    [ada.admin.key, "' or 1=1"],
  ] as const) {
    const answer = await rotate(service, keyId, as);
    expect([answer.status, { ...answer.body, requestId: '' }]).toEqual([404, { ...unknown.body, requestId: '' }]);
  }
  expect([await works(service, hers.key), await works(service, mine.key)]).toEqual([200, 200]);
});

test('scoped keys are told that a privileged admin key is needed, whatever their scopes', async () => {
  const service = await startService();
  const { key } = await makeKey(service, { scopes: ['keys:*', 'read', 'write'] });
  for (const [route, body] of [
    [listKeys.path, {}],
    [rotateKey.path, { keyId: 'key_x' }],
  ] as const) {
    const answer = await service.post(route, body, key);
    expect([answer.status, answer.body.error]).toEqual([403, 'This call needs a privileged admin key.']);
  }
});

test('a store that cannot write the audit log lets no rotation happen, and says that it can be tried again', async () => {
  const service = await startService();
  const made = await makeKey(service);
  editStore(service, `create trigger full before insert on audit_entries begin select raise(abort, 'full'); end`);
  const answer = await rotate(service, made.keyId);
  expect(answer).toMatchObject({ status: 500, body: { error: 'The key could not be rotated. Try again.' } });
  expect((await list(service)).body.keys.at(-1)).toMatchObject({ rotatedAt: null, ...shown(made.key) });
  expect(await works(service, made.key)).toBe(200);
  editStore(service, 'drop trigger full');
  expect((await rotate(service, made.keyId)).status).toBe(200);
});

test('a listing that cannot be read says so, and that it can be tried again', async () => {
  const service = await startService();
  const made = await makeKey(service);
  editStore(service, `update keys set scopes = 'not json' where key_id = ?`, made.keyId);
  const answer = await list(service);
  expect(answer).toMatchObject({ status: 500, body: { error: 'The keys could not be listed. Try again.' } });
});

test('the key of the built-in account is listed without prefix or hash, and cannot be rotated', async () => {
  const service = await startService({ startKey: 'start-key-of-this-run' });
  const { body } = await list(service, 'start-key-of-this-run');
  expect(body.keys).toHaveLength(1);
  expect(body.keys[0]).toMatchObject({
    keyId: 'key_built_in',
    label: 'This computer',
    keyPrefix: '',
    role: 'admin',
    status: 'active',
    parentKeyId: null,
    rotatedAt: null,
  });
  const answer = await rotate(service, 'key_built_in', 'start-key-of-this-run');
  expect(answer.status).toBe(403);
  const child = await makeKey(service, { label: 'child' }, 'start-key-of-this-run');
  expect(child.parentKeyId).toBe('key_built_in');
  expect((await rotate(service, child.keyId, 'start-key-of-this-run')).status).toBe(200);
});

test('neither log nor store ever holds a secret that was made or rotated', async () => {
  const log = keptLog();
  const service = await startService({ log });
  const made = await makeKey(service);
  const { body } = await rotate(service, made.keyId);
  await service.post(createKey.path, { label: made.key, role: 'nobody' }, service.adminKey);
  await service.close();
  const stored = await readFile(path.join(service.dataDirectory, 'service.sqlite'), 'latin1');
  for (const secret of [made.key, body.key]) {
    expect(log.lines.join('\n')).not.toContain(secret);
    expect(stored).not.toContain(secret);
  }
  expect(stored).toContain(body.keyPrefix);
});

test('an owner who lost the admin key gets a new one at a start that asks for it, and only then', async () => {
  const first = await startService();
  await first.close();
  const second = await startService({ dataDirectory: first.dataDirectory, newAdminKey: true });
  expect(Object.keys(second.createdKeys ?? {})).toEqual(['adminKey']);
  for (const key of [first.adminKey, second.adminKey]) {
    expect((await second.post('/v1/api_keys/list', {}, key)).body.keys).toHaveLength(3);
  }
  expect((await second.post('/portal/audit/list', {}, second.adminKey)).body.entries[0]).toMatchObject({
    action: 'key.created',
    actorKeyId: null,
  });
  await second.close();
  expect((await startService({ dataDirectory: first.dataDirectory })).createdKeys).toBeNull();
});
