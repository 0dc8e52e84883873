/** Method, then authentication, then permission, then body: of every call that there is. */

import { expect, test } from 'vitest';
import { OPERATIONS } from '../../../../shared/service-api/operations/all.ts';
import { createKey, deactivateKey, revokeKey } from '../../../../shared/service-api/operations/portal-accounts.ts';
import { allows, type Permission, SCOPES } from '../../../../shared/service-api/permissions.ts';
import { editStore, makeKey } from '../../../harness/service/accounts.ts';
import { readAnswer, startService, type TestService } from '../../../harness/service/test-service.ts';

const BAD_BODY = '{not json';
/** Everything there is, and no bound on how often. */
const OPTIONS = {
  rehearsal: true,
  configuration: { callsPerMinute: 1_000_000, limits: { failedKeysPerMinute: 1_000_000 } },
};

async function send(service: TestService, path: string, init: RequestInit) {
  const response = await fetch(`${service.baseUrl}${path}`, { method: 'POST', body: BAD_BODY, ...init });
  const { status, body } = await readAnswer(response);
  return { status, body, headers: response.headers };
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

/** What each call answers, to compare with one expectation for all of them. */
async function statuses(ask: (path: string, needs: readonly Permission[]) => Promise<number>) {
  const found: Record<string, number> = {};
  for (const { path, needs } of OPERATIONS) found[path] = await ask(path, needs);
  return found;
}

const all = (status: number) => Object.fromEntries(OPERATIONS.map(({ path }) => [path, status]));

test('any method but POST is 405, with a bad key and a bad body too', async () => {
  const service = await startService(OPTIONS);
  for (const method of ['PUT', 'PATCH', 'DELETE', 'PROPFIND', 'SEARCH']) {
    const found = await statuses(async (path) => {
      const answer = await send(service, path, { method, headers: bearer('ctk_wrong') });
      expect(answer.headers.get('allow')).toBe('POST, OPTIONS');
      expect(answer.body.error).toEqual(expect.any(String));
      return answer.status;
    });
    expect([method, found]).toEqual([method, all(405)]);
  }
  // fetch gives these no body.
  for (const method of ['GET', 'HEAD']) {
    const headers = bearer('ctk_wrong');
    const found = await statuses(
      async (path) => (await fetch(`${service.baseUrl}${path}`, { method, headers })).status,
    );
    expect([method, found]).toEqual([method, all(405)]);
  }
});

test('OPTIONS is 204 without a body, key or no key', async () => {
  const service = await startService(OPTIONS);
  for (const headers of [{}, bearer('ctk_wrong')]) {
    const found = await statuses(async (path) => {
      const response = await fetch(`${service.baseUrl}${path}`, { method: 'OPTIONS', headers });
      expect([path, await response.text()]).toEqual([path, '']);
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      expect(response.headers.get('access-control-allow-methods')).toContain('POST');
      expect(response.headers.get('access-control-allow-headers')).toContain('Xi-Api-Key');
      return response.status;
    });
    expect(found).toEqual(all(204));
  }
});

test('no key, or one that is not valid, is 401 before the body is looked at', async () => {
  const service = await startService(OPTIONS);
  const wrong = [
    {},
    { authorization: '' },
    bearer('ctk_wrong'),
    { authorization: `Basic ${service.adminKey}` },
    { authorization: service.adminKey },
    { 'x-api-key': `${service.adminKey}x` },
    { 'x-api-key': service.adminKey.slice(0, -1) },
    { 'xi-api-key': service.adminKey.toUpperCase() },
    { 'x-api-key': 'x'.repeat(8000) },
  ];
  for (const headers of wrong) {
    expect(await statuses(async (path) => (await send(service, path, { headers })).status)).toEqual(all(401));
  }
});

test('a key that is not active is 403 before the body is looked at, and before its permissions', async () => {
  const service = await startService(OPTIONS);
  const keys = [
    await makeKey(service, { role: 'admin', status: 'inactive' }),
    await makeKey(service, { role: 'scoped', scopes: [], status: 'inactive' }),
    await makeKey(service, { role: 'admin' }),
    await makeKey(service, { role: 'admin' }),
  ];
  const [, , deactivated, revoked] = keys;
  await service.post(deactivateKey.path, { keyId: deactivated?.keyId }, service.adminKey);
  await service.post(revokeKey.path, { keyId: revoked?.keyId }, service.adminKey);
  for (const { key } of keys) {
    const found = await statuses(async (path) => {
      const { status, body } = await send(service, path, { headers: bearer(key) });
      expect(body.error).toBe('The API key is not active.');
      return status;
    });
    expect(found).toEqual(all(403));
  }
});

test('a key with exactly what a call needs reaches its body; one that lacks any of it is 403 before the body', async () => {
  const service = await startService({ ...OPTIONS });
  const made = new Map<string, string>();
  async function keyWith(role: 'admin' | 'scoped', scopes: readonly Permission[]): Promise<string> {
    const name = `${role} ${scopes.join(' ')}`;
    const key = made.get(name) ?? (await makeKey(service, { role, scopes: [...scopes] })).key;
    made.set(name, key);
    return key;
  }
  let lacking = 0;
  for (const { path, needs } of OPERATIONS) {
    const role = needs.includes('admin') ? 'admin' : 'scoped';
    const enough = await send(service, path, { headers: bearer(await keyWith(role, needs)) });
    expect([path, enough.status]).toEqual([path, 400]);
    for (const missing of needs) {
      const rest = needs.filter((one) => one !== missing);
      const { status, body } = await send(service, path, { headers: bearer(await keyWith(role, rest)) });
      expect([path, missing, status]).toEqual([path, missing, 403]);
      expect(body.error).toContain(missing);
      lacking += 1;
    }
  }
  expect(lacking).toBeGreaterThanOrEqual(OPERATIONS.length);

  // Every scope that there is but the ones that would do.
  const needed = [...new Set(OPERATIONS.flatMap(({ needs }) => needs))];
  for (const missing of needed) {
    const others = SCOPES.filter((scope) => !allows([scope], missing));
    const { key } = await makeKey(service, { role: 'admin', scopes: others });
    for (const { path } of OPERATIONS.filter(({ needs }) => needs.includes(missing))) {
      expect([path, missing, (await send(service, path, { headers: bearer(key) })).status]).toEqual([
        path,
        missing,
        403,
      ]);
    }
  }

  // The scope alone makes no admin key: the role is asked for as well.
  const pretender = await makeKey(service, { role: 'admin' });
  editStore(service, `update keys set role = 'scoped' where key_id = ?`, pretender.keyId);
  for (const { path, needs } of OPERATIONS) {
    const { status } = await send(service, path, { headers: bearer(pretender.key) });
    expect([path, status]).toEqual([path, needs.includes('admin') ? 403 : 400]);
  }
});

test('each of the three headers carries the key of every call', async () => {
  const service = await startService(OPTIONS);
  const { adminKey } = service;
  const styles = [
    bearer(adminKey),
    { authorization: `bearer  ${adminKey} ` },
    { 'x-api-key': adminKey },
    { 'Xi-Api-Key': adminKey },
    { ...bearer(adminKey), 'x-api-key': adminKey, 'xi-api-key': adminKey },
    // What a proxy in front of the service may add is no key.
    { authorization: 'Basic dXNlcjpwYXNz', 'x-api-key': adminKey },
  ];
  for (const headers of styles) {
    expect(await statuses(async (path) => (await send(service, path, { headers })).status)).toEqual(all(400));
  }
});

test('two different keys in one call are invalid, though each is valid alone', async () => {
  const service = await startService(OPTIONS);
  const one = service.adminKey;
  const { key: other } = await makeKey(service, { role: 'admin' });
  for (const headers of [
    { ...bearer(one), 'x-api-key': other },
    { ...bearer(one), 'xi-api-key': other },
    { 'x-api-key': one, 'xi-api-key': other },
    { ...bearer(one), 'x-api-key': 'ctk_wrong' },
  ]) {
    const found = await statuses(async (path) => {
      const { status, body } = await send(service, path, { headers });
      expect(body.error).toContain('different API keys');
      return status;
    });
    expect(found).toEqual(all(401));
  }
  expect((await send(service, createKey.path, { headers: bearer(other) })).status).toBe(400);
});

test('every call wants a JSON object that it can read', async () => {
  const service = await startService(OPTIONS);
  const headers = { 'x-api-key': service.adminKey };
  for (const body of ['', BAD_BODY, '[]', '"text"', 'null', '{"__proto__":{}}', '['.repeat(100_000)]) {
    const found = await statuses(async (path) => (await send(service, path, { headers, body })).status);
    expect([body.slice(0, 20), found]).toEqual([body.slice(0, 20), all(400)]);
  }
});
