/** "POST /v1/api_keys/rotate". */

import { expect } from 'vitest';
import { target } from '../target.ts';
import { adminWith, auditEntries, EVERYTHING, makeKey, makeUser, sharedKey } from '../tools/accounts.ts';
import { must, post, send } from '../tools/client.ts';
import { KEYS_ROTATE } from '../tools/endpoints.ts';
import { expectIsoTime, expectRefusal, expectText } from '../tools/expectations.ts';
import { row, section } from '../tools/rows.ts';
import { LIST_PROJECTS, once } from '../tools/work.ts';
import { commonRows, TABLE_WORDING } from './common-rows.ts';

const PATH = '/v1/api_keys/rotate';

/** A scoped key rotated once, for the rows that only look at what came of it. */
const rotated = once(async () => {
  const before = await makeKey({ role: 'scoped', scopes: ['projects:read'] });
  const after = await must(PATH, { keyId: before.keyId }, target.adminKey);
  return { before, after };
});
const statusOf = async (key: string) => (await post(LIST_PROJECTS, {}, key)).status;

section('POST /v1/api_keys/rotate', () => {
  row(`POST ${PATH} · 200 · "Scoped key rotated."`, ['accounts'], async () => {
    const { keyId } = await makeKey({ role: 'scoped', scopes: ['read'] });
    const reply = await post(PATH, { keyId }, target.adminKey);
    expect(reply.status).toBe(200);
    expect(reply.json.keyId).toBe(keyId);
  });

  commonRows(KEYS_ROTATE, { ...TABLE_WORDING, faults: ['Failed to rotate (retryable).'] });

  row(`POST ${PATH} · "Permissions: admin, keys:write"`, ['accounts'], async () => {
    // What the target may do, the caller may do as well: otherwise it would gain that.
    const { keyId } = await makeKey({ role: 'scoped', scopes: ['keys:write'] });
    const { key } = await adminWith('admin', 'keys:write');
    expect((await post(PATH, { keyId }, key)).status).toBe(200);
  });

  row(`POST ${PATH} · 400 · "Invalid JSON body"`, [], async () => {
    const headers = { authorization: `Bearer ${target.adminKey}`, 'content-type': 'application/json' };
    for (const body of ['{"keyId": ', 'keyId=1', '']) expectRefusal(await send(PATH, { headers, body }), 400);
    expectRefusal(await post(PATH, ['key'], target.adminKey), 400);
  });

  row(`POST ${PATH} · 400 · "keyId missing."`, [], async () => {
    expectRefusal(await post(PATH, {}, target.adminKey), 400);
  });

  row(`POST ${PATH} · keyId · "string" (another type is an invalid request)`, [], async () => {
    for (const keyId of [7, null, ['key'], {}, '']) expectRefusal(await post(PATH, { keyId }, target.adminKey), 400);
  });

  row(`POST ${PATH} · 403 · "target is an admin key"`, ['accounts'], async () => {
    const { keyId, key } = await sharedKey({ role: 'admin', scopes: EVERYTHING });
    expectRefusal(await post(PATH, { keyId }, target.adminKey), 403);
    expect((await post('/v1/api_keys/list', {}, key)).status).toBe(200);
  });

  row(`POST ${PATH} · 404 · "Target key not found."`, [], async () => {
    expectRefusal(await post(PATH, { keyId: 'key_that_nobody_has' }, target.adminKey), 404);
  });

  row(`POST ${PATH} · 404 · "Target key not found." (another user's key)`, ['accounts'], async () => {
    const stranger = await makeUser();
    expectRefusal(await post(PATH, { keyId: stranger.scoped.keyId }, target.adminKey), 404);
    const ours = await makeKey({ role: 'scoped', scopes: ['read'] });
    expectRefusal(await post(PATH, { keyId: ours.keyId }, stranger.admin.key), 404);
    expect(await statusOf(stranger.scoped.key)).toBe(200);
  });

  row(`POST ${PATH} · response · "the full key metadata object plus key"`, ['accounts'], async () => {
    const { before, after } = await rotated();
    const { keys } = await must('/v1/api_keys/list', {}, target.adminKey);
    const { key, ...metadata } = after;
    expectText(key);
    expect(metadata).toEqual(keys.find(({ keyId }: { keyId: string }) => keyId === before.keyId));
  });

  row(`POST ${PATH} · response · key · "string, the new plaintext secret"`, ['accounts'], async () => {
    const { before, after } = await rotated();
    expectText(after.key);
    expect(after.key).not.toBe(before.key);
    expect(await statusOf(after.key)).toBe(200);
  });

  row(`POST ${PATH} · response · key · "returned only in this response"`, ['accounts'], async () => {
    const { after } = await rotated();
    expect((await post('/v1/api_keys/list', {}, target.adminKey)).text).not.toContain(after.key);
    expect(JSON.stringify(await auditEntries())).not.toContain(after.key);
  });

  row(`POST ${PATH} · response · keyId`, ['accounts'], async () => {
    const { before, after } = await rotated();
    expect(after.keyId).toBe(before.keyId);
  });

  row(`POST ${PATH} · response · status · "after rotation"`, ['accounts'], async () => {
    expect((await rotated()).after.status).toBe('active');
  });

  row(`POST ${PATH} · response · keyPrefix · "new prefix"`, ['accounts'], async () => {
    const { before, after } = await rotated();
    expect(after.keyPrefix).not.toBe(before.keyPrefix);
    expect(after.key.startsWith(after.keyPrefix)).toBe(true);
  });

  row(`POST ${PATH} · response · rotatedAt · "ISO 8601"`, ['accounts'], async () => {
    expectIsoTime((await rotated()).after.rotatedAt);
  });

  row(`POST ${PATH} · rule 1 · "Admin keys cannot be rotated through this endpoint (403)."`, ['accounts'], async () => {
    const own = await makeKey({ role: 'admin', scopes: EVERYTHING });
    expectRefusal(await post(PATH, { keyId: own.keyId }, own.key), 403);
    expect((await post('/v1/api_keys/list', {}, own.key)).status).toBe(200);
  });

  row(`POST ${PATH} · rule 2 · "After success the previous secret stops authenticating."`, ['accounts'], async () => {
    const { keyId, key } = await makeKey({ role: 'scoped', scopes: ['projects:read'] });
    expect(await statusOf(key)).toBe(200);
    const { key: next } = await must(PATH, { keyId }, target.adminKey);
    expect(await statusOf(key)).toBe(401);
    expect(await statusOf(next)).toBe(200);
  });

  row(`POST ${PATH} · rule 3 · "A successful rotation writes an audit log entry."`, ['accounts'], async () => {
    const { keyId } = await makeKey({ role: 'scoped', scopes: ['read'] });
    const entriesOf = async () =>
      (await auditEntries()).filter((entry) => entry.action === 'key.rotated' && JSON.stringify(entry).includes(keyId));
    expectRefusal(await post(PATH, { keyId }, target.apiKey), 403);
    expect(await entriesOf()).toHaveLength(0);
    await must(PATH, { keyId }, target.adminKey);
    expect(await entriesOf()).toHaveLength(1);
  });

  row('States · "Rotating a scoped key leaves its status active."', ['accounts'], async () => {
    const { before } = await rotated();
    const { keys } = await must('/v1/api_keys/list', {}, target.adminKey);
    expect(keys.find(({ keyId }: { keyId: string }) => keyId === before.keyId).status).toBe('active');
  });
});
