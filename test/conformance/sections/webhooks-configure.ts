/** "POST /v1/webhooks/configure". */

import { expect } from 'vitest';
import { target } from '../target.ts';
import { adminWith, auditEntries, makeKey, makeUser } from '../tools/accounts.ts';
import { must, post, send } from '../tools/client.ts';
import { CONFIGURE } from '../tools/endpoints.ts';
import { expectIsoTime, expectRefusal, expectText } from '../tools/expectations.ts';
import { EVENT_TYPES } from '../tools/hooks.ts';
import { row, section } from '../tools/rows.ts';
import { once } from '../tools/work.ts';
import { commonRows, TABLE_WORDING } from './common-rows.ts';

const PATH = '/v1/webhooks/configure';
const GOOD = { mode: 'test', url: 'https://receiver.example/hook', eventTypes: ['generation.completed'] };

const configure = (change: object, key = target.adminKey) => post(PATH, { ...GOOD, ...change }, key);

/** One endpoint, configured once for the rows that only look at the answer. */
const configured = once(async () => {
  const admin = await makeKey({ role: 'admin', scopes: ['admin', 'webhooks:write'] });
  const { keyId: apiKeyId } = await makeKey({ role: 'scoped', scopes: ['read'] });
  const asked = {
    mode: 'live',
    url: 'https://receiver.example/looked-at',
    eventTypes: [EVENT_TYPES[2], EVENT_TYPES[0]],
  };
  const { webhook } = await must(PATH, { ...asked, apiKeyId }, admin.key);
  return { webhook, asked, apiKeyId, adminKeyId: admin.keyId };
});

section('POST /v1/webhooks/configure', () => {
  row(`POST ${PATH} · 200 · "Endpoint configured."`, [], async () => {
    const reply = await configure({});
    expect(reply.status).toBe(200);
    expect(typeof reply.json.webhook).toBe('object');
  });

  commonRows(CONFIGURE, {
    ...TABLE_WORDING,
    faults: [
      'Failed to initialize webhook app (retryable).',
      'Failed to configure the endpoint (retryable).',
      'Failed: missing endpoint id (retryable).',
      'Failed to store the configuration (retryable).',
    ],
  });

  row(`POST ${PATH} · "Permissions: admin, webhooks:write"`, ['accounts'], async () => {
    const { key } = await adminWith('admin', 'webhooks:write');
    expect((await configure({}, key)).status).toBe(200);
  });

  row(`POST ${PATH} · 400 · "Invalid JSON body"`, [], async () => {
    const headers = { authorization: `Bearer ${target.adminKey}`, 'content-type': 'application/json' };
    for (const body of ['{"mode": ', 'mode=test', '']) expectRefusal(await send(PATH, { headers, body }), 400);
    expectRefusal(await post(PATH, [GOOD], target.adminKey), 400);
  });

  row(`POST ${PATH} · 400 · "mode not test or live"`, [], async () => {
    for (const mode of ['production', 'TEST', '', 1, null]) expectRefusal(await configure({ mode }), 400);
  });

  row(`POST ${PATH} · 400 · "url not HTTPS"`, [], async () => {
    const words = ['http://receiver.example/hook', 'ftp://receiver.example/', 'receiver.example/hook', 'https://', ''];
    for (const url of [...words, 5]) expectRefusal(await configure({ url }), 400);
  });

  row(`POST ${PATH} · 400 · "eventTypes not a non-empty array"`, [], async () => {
    for (const eventTypes of [[], 'generation.completed', {}, null])
      expectRefusal(await configure({ eventTypes }), 400);
  });

  row(`POST ${PATH} · 400 · "unsupported event type"`, [], async () => {
    for (const type of ['generation.done', 'generation.*', 'GENERATION.QUEUED', '', 4]) {
      expectRefusal(await configure({ eventTypes: ['generation.completed', type] }), 400);
    }
  });

  for (const field of ['mode', 'url', 'eventTypes'] as const) {
    row(`POST ${PATH} · ${field} · required "yes"`, [], async () => {
      const { [field]: _, ...rest } = GOOD;
      expectRefusal(await post(PATH, rest, target.adminKey), 400);
    });
  }

  for (const mode of ['test', 'live']) {
    row(`POST ${PATH} · mode · "${mode}"`, [], async () => {
      expect((await configure({ mode })).json.webhook.mode).toBe(mode);
    });
  }

  for (const eventType of EVENT_TYPES) {
    row(`POST ${PATH} · eventTypes · "${eventType}"`, [], async () => {
      expect((await configure({ eventTypes: [eventType] })).json.webhook.eventTypes).toEqual([eventType]);
    });
  }

  row(`POST ${PATH} · apiKeyId · "defaults to the authenticated key id"`, ['accounts'], async () => {
    const { key, keyId } = await adminWith('admin', 'webhooks:write');
    expect((await configure({}, key)).json.webhook.apiKeyId).toBe(keyId);
  });

  row(`POST ${PATH} · apiKeyId · "Target key id"`, ['accounts'], async () => {
    const { webhook, apiKeyId } = await configured();
    expect(webhook.apiKeyId).toBe(apiKeyId);
  });

  row(`POST ${PATH} · 404 · "Target API key not found."`, [], async () => {
    expectRefusal(await configure({ apiKeyId: 'key_that_nobody_has' }), 404);
  });

  row(`POST ${PATH} · 404 · "Target API key not found." (another user's key)`, ['accounts'], async () => {
    const stranger = await makeUser();
    expectRefusal(await configure({ apiKeyId: stranger.scoped.keyId }), 404);
  });

  row(`POST ${PATH} · 503 · "Delivery provider not configured (retryable)."`, ['second'], async () => {
    const { baseUrl, adminKey } = target.second ?? target;
    expectRefusal(await post(PATH, GOOD, adminKey, baseUrl), 503);
  });

  row(`POST ${PATH} · "writes an audit log entry on success"`, ['accounts'], async () => {
    const { webhook } = await configured();
    const ofEndpoint = (entry: unknown) => JSON.stringify(entry).includes(webhook.endpointId);
    expect((await auditEntries()).filter(ofEndpoint)).toHaveLength(1);
    const before = (await auditEntries())[0].auditId;
    expectRefusal(await configure({ mode: 'production' }), 400);
    expect((await auditEntries())[0].auditId).toBe(before);
  });

  row(`POST ${PATH} · "creates a provider endpoint linked to the key"`, ['accounts', 'webhooks'], async () => {
    const { webhook, apiKeyId } = await configured();
    const { endpoints } = await must('/portal/webhooks/endpoints/list', { apiKeyId }, target.adminKey);
    expect(endpoints.map(({ endpointId }: { endpointId: string }) => endpointId)).toEqual([webhook.endpointId]);
  });
});

// biome-ignore lint/suspicious/noExplicitAny: rows look into whatever came
type Resource = any;
type Known = Awaited<ReturnType<typeof configured>>;

const FIELDS: Readonly<Record<string, (webhook: Resource, known: Known) => void>> = {
  'apiKeyId · "API key the endpoint belongs to."': ({ apiKeyId }, known) => expect(apiKeyId).toBe(known.apiKeyId),
  'mode · "test or live."': ({ mode }) => expect(mode).toBe('live'),
  'vendorEnv · "Environment name of the delivery provider."': ({ vendorEnv }) => expectText(vendorEnv),
  'appId · "Id of the provider application for the key."': ({ appId }) => expectText(appId),
  'endpointId · "Id of the provider endpoint."': ({ endpointId }) => expectText(endpointId),
  'eventTypes · array of string · "Subscribed event types."': ({ eventTypes }, { asked }) =>
    expect([...eventTypes].sort()).toEqual([...asked.eventTypes].sort()),
  'url · "HTTPS URL that receives deliveries."': ({ url }, { asked }) => expect(url).toBe(asked.url),
  'signing · "the value is vendor"': ({ signing }) => expect(signing).toBe('vendor'),
  'updatedAt · "ISO 8601 timestamp."': ({ updatedAt }) => expectIsoTime(updatedAt),
  'updatedByKeyId · "Admin key id that made the change."': ({ updatedByKeyId }, { adminKeyId }) =>
    expect(updatedByKeyId).toBe(adminKeyId),
};

section('Webhook configuration', () => {
  for (const [field, holds] of Object.entries(FIELDS)) {
    row(`Webhook configuration · ${field}`, ['accounts'], async () => {
      const known = await configured();
      holds(known.webhook, known);
    });
  }
});
