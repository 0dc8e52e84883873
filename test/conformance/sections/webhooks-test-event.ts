/** "POST /v1/webhooks/send_test_event". */

import { expect } from 'vitest';
import { target } from '../target.ts';
import { scopedWith } from '../tools/accounts.ts';
import { post, send } from '../tools/client.ts';
import { SEND_TEST_EVENT } from '../tools/endpoints.ts';
import { expectIsoTime, expectRefusal, expectText } from '../tools/expectations.ts';
import { EVENT_TYPES, makeHook, SEND as PATH, sendTestEvent } from '../tools/hooks.ts';
import { silence } from '../tools/receiver.ts';
import { rowsOf, section } from '../tools/rows.ts';
import { once } from '../tools/work.ts';
import { commonRows } from './common-rows.ts';

const GOOD = { eventType: 'generation.completed', mode: 'test' };
const test = (change: object, key = target.apiKey) => post(PATH, { ...GOOD, ...change }, key);

/** Values that a sample payload tries to put in the place of the service's. */
const FORGED = {
  eventType: 'generation.queued',
  eventId: 'evt_forged',
  createdAt: '1999-12-31T23:59:59.000Z',
  apiKeyId: 'key_forged',
  status: 'queued',
};

/** A test event with a sample payload that overrides everything, as it was answered and as it arrived. */
const delivered = once(async () => {
  const { owner, receiver } = await makeHook();
  const samplePayload = {
    ...FORGED,
    apiProjectId: 'project of the sample',
    generationId: 'generation 7',
    hasVideo: true,
    error: 'an error of the sample',
    extra: { a: [1] },
  };
  const answer = await sendTestEvent(owner.key, { samplePayload });
  const [delivery] = await receiver.wait(1);
  return { owner, answer, delivery, payload: delivery?.json, samplePayload };
});

const sending = rowsOf(`POST ${PATH} · `);

section('POST /v1/webhooks/send_test_event', () => {
  sending(`200 · "Test webhook sent."`, [], async () => {
    expect((await test({})).status).toBe(200);
  });

  commonRows(SEND_TEST_EVENT, {
    preflight: 'CORS preflight.',
    unauthenticated: 'Missing or invalid API key.',
    notActive: 'Key not active',
    permissionMissing: '{permission} missing',
    notPost: 'Method is not POST.',
    faults: ['app initialization failed (retryable)', 'send failed (retryable)'],
  });

  sending(`500 · "Provider not configured"`, ['second'], async () => {
    const { baseUrl, apiKey } = target.second ?? target;
    expectRefusal(await post(PATH, GOOD, apiKey, baseUrl), 500);
  });

  sending(`"Permission: read"`, ['accounts'], async () => {
    expect((await test({}, (await scopedWith('read')).key)).status).toBe(200);
  });

  sending(`400 · "Invalid JSON body"`, [], async () => {
    const headers = { authorization: `Bearer ${target.apiKey}`, 'content-type': 'application/json' };
    for (const body of ['{"mode": ', 'mode=test', '']) expectRefusal(await send(PATH, { headers, body }), 400);
    expectRefusal(await post(PATH, [GOOD], target.apiKey), 400);
  });

  sending(`400 · "eventType missing or unsupported" (missing)`, [], async () => {
    expectRefusal(await post(PATH, { mode: 'test' }, target.apiKey), 400);
  });

  sending(`400 · "eventType missing or unsupported" (unsupported)`, [], async () => {
    for (const eventType of ['generation.done', '', 'GENERATION.QUEUED', 1, null, ['generation.queued']]) {
      expectRefusal(await test({ eventType }), 400);
    }
  });

  sending(`400 · "mode not test or live"`, [], async () => {
    for (const mode of ['production', '', 1, null]) expectRefusal(await test({ mode }), 400);
  });

  sending(`mode · required "yes"`, [], async () => {
    expectRefusal(await post(PATH, { eventType: 'generation.completed' }, target.apiKey), 400);
  });

  sending(`400 · "samplePayload not an object"`, [], async () => {
    for (const samplePayload of ['text', 1, [], true, null]) expectRefusal(await test({ samplePayload }), 400);
  });

  sending(`403 · "apiKeyId does not match"`, [], async () => {
    expectRefusal(await test({ apiKeyId: 'key_of_somebody' }), 403);
  });

  sending(`apiKeyId · "must match the authenticated key"`, ['accounts'], async () => {
    const { key, keyId } = await scopedWith('read');
    expect((await test({ apiKeyId: keyId }, key)).status).toBe(200);
    expectRefusal(await test({ apiKeyId: keyId }), 403);
  });

  for (const eventType of EVENT_TYPES) {
    sending(`eventType · "One of the four event types." (${eventType})`, [], async () => {
      const reply = await test({ eventType });
      expect(reply.status).toBe(200);
      expect(reply.json.eventType).toBe(eventType);
    });
  }

  sending(`response · vendorMessageId · "message id assigned by the provider"`, [], async () => {
    expectText((await test({})).json.vendorMessageId);
  });

  sending(`response · eventId · "string"`, [], async () => {
    const [one, other] = [(await test({})).json.eventId, (await test({})).json.eventId];
    expectText(one);
    expect(other).not.toBe(one);
  });

  sending(`response · eventType · "string"`, [], async () => {
    expect((await test({})).json.eventType).toBe(GOOD.eventType);
  });

  for (const mode of ['test', 'live']) {
    sending(`response · mode · "string" (${mode})`, [], async () => {
      expect((await test({ mode })).json.mode).toBe(mode);
    });
  }

  sending(
    `"Sends a test event to all endpoints configured for the key in the given mode."`,
    ['accounts', 'receiver'],
    async () => {
      const first = await makeHook();
      const second = await makeHook({ owner: first.owner });
      const answer = await sendTestEvent(first.owner.key);
      const [[one], [other]] = await Promise.all([first.receiver.wait(1), second.receiver.wait(1)]);
      expect([one?.json.eventId, other?.json.eventId]).toEqual([answer.eventId, answer.eventId]);
    },
  );

  sending(`mode · "selects which endpoints receive the event"`, ['accounts', 'receiver'], async () => {
    const inTest = await makeHook({ mode: 'test' });
    const inLive = await makeHook({ mode: 'live', owner: inTest.owner });
    await sendTestEvent(inTest.owner.key, { mode: 'live' });
    await inLive.receiver.wait(1);
    await silence();
    expect(inTest.receiver.deliveries).toHaveLength(0);
    await sendTestEvent(inTest.owner.key, { mode: 'test' });
    await inTest.receiver.wait(1);
    await silence();
    expect(inLive.receiver.deliveries).toHaveLength(1);
  });

  sending(`samplePayload · "Fields merged into the generated payload"`, ['accounts', 'receiver'], async () => {
    const { payload, samplePayload } = await delivered();
    expect(payload.generationId).toBe(samplePayload.generationId);
    expect(payload.hasVideo).toBe(true);
    expect(payload.error).toBe(samplePayload.error);
    expect(payload.extra).toEqual(samplePayload.extra);
    expectText(payload.modelKey);
  });

  sending(`samplePayload.apiProjectId · "Project id override."`, ['accounts', 'receiver'], async () => {
    expect((await delivered()).payload.apiProjectId).toBe('project of the sample');
  });

  const SET_BY_SERVICE: Readonly<Record<keyof typeof FORGED, (known: Awaited<ReturnType<typeof delivered>>) => void>> =
    {
      eventType: ({ payload }) => expect(payload.eventType).toBe(GOOD.eventType),
      eventId: ({ payload, answer }) => expect(payload.eventId).toBe(answer.eventId),
      createdAt: ({ payload }) => {
        expectIsoTime(payload.createdAt);
        expect(payload.createdAt).not.toBe(FORGED.createdAt);
      },
      apiKeyId: ({ payload, owner }) => expect(payload.apiKeyId).toBe(owner.keyId),
      status: ({ payload }) => expect(payload.status).toBe('complete'),
    };
  for (const [field, holds] of Object.entries(SET_BY_SERVICE)) {
    sending(
      `rule · "${field} … always set by the service and cannot be overridden"`,
      ['accounts', 'receiver'],
      async () => holds(await delivered()),
    );
  }
});
