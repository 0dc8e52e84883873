/** "POST /v1/api_keys/list". */

import { expect } from 'vitest';
import { target } from '../target.ts';
import { adminWith, EVERYTHING, makeKey, makeUser } from '../tools/accounts.ts';
import { must, post } from '../tools/client.ts';
import { KEYS_LIST } from '../tools/endpoints.ts';
import { rowsOf, section } from '../tools/rows.ts';
import { commonRows, TABLE_WORDING } from './common-rows.ts';

const PATH = '/v1/api_keys/list';

const list = rowsOf(`POST ${PATH} · `);

section('POST /v1/api_keys/list', () => {
  list(`200 · "Keys returned."`, [], async () => {
    const reply = await post(PATH, {}, target.adminKey);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toMatch(/^application\/json\b/);
    expect(reply.json.keys.length).toBeGreaterThanOrEqual(2);
  });

  commonRows(KEYS_LIST, { ...TABLE_WORDING, faults: ['Failed to list keys (retryable).'] });

  list(`"Permissions: admin, keys:read"`, ['accounts'], async () => {
    const { key } = await adminWith('admin', 'keys:read');
    expect((await post(PATH, {}, key)).status).toBe(200);
  });

  list(`"Request: an empty JSON object."`, [], async () => {
    expect((await post(PATH, {}, target.adminKey)).status).toBe(200);
    expect((await post(PATH, [], target.adminKey)).status).toBe(400);
  });

  list(`"The account is inferred from the authenticated admin key."`, ['accounts'], async () => {
    const [one, other] = [await makeUser(), await makeUser()];
    const idsOf = async (key: string) => (await must(PATH, {}, key)).keys.map(({ keyId }: { keyId: string }) => keyId);
    expect(new Set(await idsOf(one.admin.key))).toEqual(new Set([one.admin.keyId, one.scoped.keyId]));
    expect(new Set(await idsOf(other.admin.key))).toEqual(new Set([other.admin.keyId, other.scoped.keyId]));
  });

  list(`"object with keys (array, required) of API key metadata objects"`, [], async () => {
    const { keys } = await must(PATH, {}, target.adminKey);
    expect(Array.isArray(keys)).toBe(true);
    for (const key of keys) {
      for (const field of ['keyId', 'label', 'status', 'keyPrefix', 'role', 'scopes', 'resourceBounds']) {
        expect(key).toHaveProperty(field);
      }
    }
  });

  list(`"Plaintext key secrets are never returned."`, [], async () => {
    const { text, json } = await post(PATH, {}, target.adminKey);
    expect(text).not.toContain(target.adminKey);
    expect(text).not.toContain(target.apiKey);
    for (const key of json.keys) expect(key).not.toHaveProperty('key');
  });

  list(`"Plaintext key secrets are never returned." (of a key made just now)`, ['accounts'], async () => {
    const { key } = await makeKey({ role: 'scoped', scopes: ['read'] });
    expect((await post(PATH, {}, target.adminKey)).text).not.toContain(key);
  });

  list(`"Only keys with the same userId as the authenticated admin key are listed."`, ['accounts'], async () => {
    const { scoped, admin, userId } = await makeUser();
    const third = await makeKey({ userId, role: 'admin', scopes: EVERYTHING });
    const ours: string[] = (await must(PATH, {}, target.adminKey)).keys.map(({ keyId }: { keyId: string }) => keyId);
    expect(ours).not.toContain(scoped.keyId);
    expect(ours).not.toContain(admin.keyId);
    const theirs = (await must(PATH, {}, admin.key)).keys.map(({ keyId }: { keyId: string }) => keyId);
    expect(theirs).toContain(third.keyId);
    expect(theirs.filter((keyId: string) => ours.includes(keyId))).toEqual([]);
  });
});
