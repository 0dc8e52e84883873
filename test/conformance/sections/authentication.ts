/** "Authentication", rules 1 to 6. */

import { expect } from 'vitest';
import { target } from '../target.ts';
import { adminWith, makeKey, scopedWith } from '../tools/accounts.ts';
import { must, post, send } from '../tools/client.ts';
import { ENDPOINTS } from '../tools/endpoints.ts';
import { expectRefusal } from '../tools/expectations.ts';
import { EVENT_TYPES, hookPortal, makeHook, secretOf, sendTestEvent } from '../tools/hooks.ts';
import { silence } from '../tools/receiver.ts';
import { rowsOf, section } from '../tools/rows.ts';
import { isSignedBy } from '../tools/signature.ts';
import { createProject, LIST_GENERATIONS, LIST_PROJECTS, once, START, sample } from '../tools/work.ts';

const HEADERS: Readonly<Record<string, (key: string) => Readonly<Record<string, string>>>> = {
  'Authorization: Bearer <API_KEY>': (key) => ({ authorization: `Bearer ${key}` }),
  'X-Api-Key: <API_KEY>': (key) => ({ 'x-api-key': key }),
  'Xi-Api-Key: <API_KEY>': (key) => ({ 'xi-api-key': key }),
};

const listProjects = async (key: string) => (await post(LIST_PROJECTS, {}, key)).status;

/** Two endpoints of two keys, and a test event for each of the keys. */
const twoKeys = once(async () => {
  const [one, other] = [await makeHook(), await makeHook()];
  await sendTestEvent(one.owner.key);
  await sendTestEvent(other.owner.key);
  const [[toOne], [toOther]] = await Promise.all([one.receiver.wait(1), other.receiver.wait(1)]);
  await silence();
  if (toOne === undefined || toOther === undefined) throw new Error('Both have come');
  return { one, other, toOne, toOther };
});

const rule = rowsOf('Authentication ');

section('Authentication', () => {
  for (const [header, headersOf] of Object.entries(HEADERS)) {
    rule(`1 · "${header}"`, [], async () => {
      for (const { path, privileged, body } of ENDPOINTS) {
        const key = privileged ? target.adminKey : target.apiKey;
        const request = { body: JSON.stringify(await body()) };
        const good = { 'content-type': 'application/json', ...headersOf(key) };
        expect((await send(path, { ...request, headers: good })).status, path).not.toBe(401);
        const bad = { 'content-type': 'application/json', ...headersOf(`${key}x`) };
        expect((await send(path, { ...request, headers: bad })).status, path).toBe(401);
      }
    });
  }

  rule('1 · "in one of three headers" (in none of them)', [], async () => {
    const headers = { 'content-type': 'application/json' };
    expectRefusal(await send(LIST_PROJECTS, { headers, body: '{}' }), 401);
    expectRefusal(await send(`${LIST_PROJECTS}?api_key=${target.apiKey}`, { headers, body: '{}' }), 401);
    expectRefusal(await send(LIST_PROJECTS, { headers, body: JSON.stringify({ apiKey: target.apiKey }) }), 401);
    expectRefusal(
      await send(LIST_PROJECTS, { headers: { ...headers, authorization: target.apiKey }, body: '{}' }),
      401,
    );
  });

  rule('2 · "Keys must be active." (deactivated and activated again)', ['accounts'], async () => {
    const { key, keyId } = await makeKey({ role: 'scoped', scopes: ['projects:read'] });
    expect(await listProjects(key)).toBe(200);
    await must('/portal/keys/deactivate', { keyId }, target.adminKey);
    expect(await listProjects(key)).toBe(403);
    await must('/portal/keys/activate', { keyId }, target.adminKey);
    expect(await listProjects(key)).toBe(200);
  });

  rule('2 · "Missing or invalid key answers 401"', [], async () => {
    expectRefusal(await post(LIST_PROJECTS, {}, null), 401);
    for (const key of ['', ' ', 'x', target.apiKey.slice(0, -1), target.apiKey.toUpperCase()]) {
      expectRefusal(await post(LIST_PROJECTS, {}, key), 401);
    }
  });

  rule('2 · "inactive key … answers 403"', ['accounts'], async () => {
    const { key } = await makeKey({ role: 'scoped', scopes: ['projects:read'], status: 'inactive' });
    expectRefusal(await post(LIST_PROJECTS, {}, key), 403);
  });

  rule('2 · "missing permission answers 403"', ['accounts'], async () => {
    expectRefusal(await post(LIST_PROJECTS, {}, (await scopedWith('keys:read')).key), 403);
  });

  const GRANTED: Readonly<Record<string, () => Promise<number>>> = {
    admin: async () => (await post('/v1/api_keys/list', {}, (await adminWith('admin', 'keys:read')).key)).status,
    read: async () => {
      const body = { eventType: EVENT_TYPES[0], mode: 'test' };
      return (await post('/v1/webhooks/send_test_event', body, (await scopedWith('read')).key)).status;
    },
    'keys:read': async () => (await post('/v1/api_keys/list', {}, (await adminWith('admin', 'keys:read')).key)).status,
    'keys:write': async () => {
      // What it may do, the caller may do as well: otherwise the caller would gain that.
      const { keyId } = await makeKey({ role: 'scoped', scopes: ['keys:write'] });
      return (await post('/v1/api_keys/rotate', { keyId }, (await adminWith('admin', 'keys:write')).key)).status;
    },
    'webhooks:write': async () => {
      const body = { mode: 'test', url: 'https://receiver.example/granted', eventTypes: [EVENT_TYPES[0]] };
      return (await post('/v1/webhooks/configure', body, (await adminWith('admin', 'webhooks:write')).key)).status;
    },
    'projects:read': async () => listProjects((await scopedWith('projects:read')).key),
    'generations:read': async () => {
      const { apiProjectId } = await sample();
      return (await post(LIST_GENERATIONS, { apiProjectId }, (await scopedWith('generations:read')).key)).status;
    },
  };
  for (const [permission, granted] of Object.entries(GRANTED)) {
    rule(`3 · "Keys have permissions: … ${permission}"`, ['accounts'], async () => {
      expect(await granted()).toBe(200);
    });
  }

  rule('3 · "Other endpoints need read … permissions matching the operation"', ['accounts'], async () => {
    const { apiProjectId } = await sample();
    const { key } = await scopedWith('read');
    expect((await post(LIST_PROJECTS, {}, key)).status).toBe(200);
    expect((await post(LIST_GENERATIONS, { apiProjectId }, key)).status).toBe(200);
    expectRefusal(await post(START['service-2'], { apiProjectId }, key), 403);
  });

  rule('3 · "Other endpoints need … write permissions matching the operation"', ['accounts'], async () => {
    const { apiProjectId } = await createProject();
    const { key } = await scopedWith('write');
    expect((await post(START['service-2'], { apiProjectId }, key)).status).not.toBe(403);
    expectRefusal(await post(LIST_GENERATIONS, { apiProjectId }, key), 403);
  });

  rule('4 · "Admin endpoints require a privileged admin key."', [], async () => {
    for (const { path, body } of ENDPOINTS.filter(({ privileged }) => privileged)) {
      expectRefusal(await post(path, await body(), target.apiKey), 403);
    }
  });

  rule('4 · "Scoped keys have role scoped"', [], async () => {
    const { keys } = await must('/v1/api_keys/list', {}, target.adminKey);
    const ours = keys.find((key: { role: string; keyPrefix: string }) => target.apiKey.startsWith(key.keyPrefix));
    expect(ours.role).toBe('scoped');
  });

  rule('4 · "their secret is replaced by rotation and the plaintext is shown once"', ['accounts'], async () => {
    const made = await makeKey({ role: 'scoped', scopes: ['projects:read'] });
    const { key } = await must('/v1/api_keys/rotate', { keyId: made.keyId }, target.adminKey);
    expect([await listProjects(made.key), await listProjects(key)]).toEqual([401, 200]);
    expect((await post('/v1/api_keys/list', {}, target.adminKey)).text).not.toContain(key);
  });

  rule('5 · "Each API key owns its own webhook application"', ['accounts', 'receiver'], async () => {
    const { one, other } = await twoKeys();
    const again = await makeHook({ owner: one.owner, mode: 'live' });
    expect(other.webhook.appId).not.toBe(one.webhook.appId);
    expect(again.webhook.appId).toBe(one.webhook.appId);
  });

  rule('5 · "Each API key owns its own … endpoints"', ['accounts', 'webhooks', 'receiver'], async () => {
    const { one, other } = await twoKeys();
    const { endpoints } = await hookPortal('endpoints/list', { apiKeyId: other.owner.keyId });
    const ids = endpoints.map(({ endpointId }: { endpointId: string }) => endpointId);
    expect(ids).toContain(other.endpointId);
    expect(ids).not.toContain(one.endpointId);
  });

  rule('5 · "each endpoint has its own signing secret"', ['accounts', 'webhooks', 'receiver'], async () => {
    const { one, other, toOne, toOther } = await twoKeys();
    const [secret, second] = [await secretOf(one.endpointId), await secretOf(other.endpointId)];
    expect([isSignedBy(secret, toOne), isSignedBy(second, toOther)]).toEqual([true, true]);
    expect([isSignedBy(second, toOne), isSignedBy(secret, toOther)]).toEqual([false, false]);
  });

  rule('5 · "events are scoped to the key that created the endpoint"', ['accounts', 'receiver'], async () => {
    const { one, other } = await twoKeys();
    expect(one.receiver.deliveries.map(({ json }) => json.apiKeyId)).toEqual([one.owner.keyId]);
    expect(other.receiver.deliveries.map(({ json }) => json.apiKeyId)).toEqual([other.owner.keyId]);
  });

  for (const [header, form] of [
    ['vendor-id', /^\S+$/],
    ['vendor-timestamp', /^\d{10,13}$/],
    ['vendor-signature', /\S/],
  ] as const) {
    rule(`6 · "deliveries carry headers … ${header}"`, ['accounts', 'receiver'], async () => {
      expect((await twoKeys()).toOne.headers[header]).toMatch(form);
    });
  }

  rule(
    '6 · "The signature is verified against the raw request body … using the endpoint signing secret."',
    ['accounts', 'webhooks', 'receiver'],
    async () => {
      const { one, toOne } = await twoKeys();
      const secret = await secretOf(one.endpointId);
      expect(isSignedBy(secret, toOne)).toBe(true);
      const reordered = Buffer.from(JSON.stringify(toOne.json, null, 1));
      expect(isSignedBy(secret, toOne, reordered)).toBe(false);
      const flipped = Buffer.from(toOne.raw);
      flipped[flipped.length - 2] = (flipped[flipped.length - 2] ?? 0) ^ 1;
      expect(isSignedBy(secret, toOne, flipped)).toBe(false);
    },
  );

  rule(
    '6 · "A failed verification is answered by the receiver with 400." (and counts as failed)',
    ['accounts', 'webhooks', 'receiver'],
    async () => {
      const hook = await makeHook();
      const secret = await secretOf((await twoKeys()).other.endpointId);
      hook.receiver.answer((delivery) => (isSignedBy(secret, delivery) ? 200 : 400));
      await sendTestEvent(hook.owner.key);
      await hook.receiver.wait(1);
      await silence();
      const { deliveries } = await hookPortal('deliveries/list', { endpointId: hook.endpointId });
      expect(deliveries[0].attempts[0].statusCode).toBe(400);
      expect(deliveries[0].status).not.toBe('delivered');
    },
  );
});
