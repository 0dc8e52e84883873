/** Sentences of the specification that are easily read past. */

import net from 'node:net';
import { expect } from 'vitest';
import { target } from '../target.ts';
import { EVERYTHING, makeKey, makeUser, statusOfList } from '../tools/accounts.ts';
import { must, post, type Reply, send } from '../tools/client.ts';
import { expectIsoTime, expectRefusal } from '../tools/expectations.ts';
import { hookPortal, makeHook, makeOwner, SEND, sendTestEvent } from '../tools/hooks.ts';
import { wav } from '../tools/media.ts';
import { accountOf, bill, invoicesOf, makePayer, type Payer, spend, tryBill } from '../tools/money.ts';
import { statusOf } from '../tools/raw.ts';
import { rehearse } from '../tools/rehearsal.ts';
import { rowsOf, section } from '../tools/rows.ts';
import {
  CREATE_PROJECT,
  createProject,
  DOWNLOAD,
  failure,
  LIST_GENERATIONS,
  LIST_PROJECTS,
  MODELS,
  PROGRESS,
  START,
  settled,
  start,
  upload,
  uploadedProject,
} from '../tools/work.ts';

const BILLING = ['accounts', 'billing'] as const;
const HOOKS = ['accounts', 'webhooks', 'receiver'] as const;
const closely = rowsOf('Read closely · ');

const hold = (payer: Payer, held: boolean) =>
  must('/portal/billing/hold', { userId: payer.userId, hold: held }, target.adminKey);

section('Read closely', () => {
  for (const model of MODELS) {
    closely(`model · "each maps to its own endpoint path" (${model}, with the other one in the body)`, [], async () => {
      const { apiProjectId } = await uploadedProject();
      const other = MODELS.find((one) => one !== model);
      expectRefusal(await post(START[model], { apiProjectId, model: other }, target.apiKey), 400);
      expectRefusal(await post(START[model], { apiProjectId, model: 'service-9' }, target.apiKey), 400);
      expect((await must(LIST_GENERATIONS, { apiProjectId }, target.apiKey)).generations).toEqual([]);
      expect((await post(START[model], { apiProjectId, model }, target.apiKey)).status).toBe(200);
    });
  }

  closely('download · a failed generation is told from one that is not complete yet', [], async () => {
    const early = await uploadedProject();
    const { generationId } = (await start('service-2', early.apiProjectId)).json;
    const ids = { apiProjectId: early.apiProjectId, generationId };
    const notYet = await post(DOWNLOAD, { ...ids, downloadType: 'audio' }, target.apiKey);
    if (notYet.status !== 200) expect([notYet.status, notYet.json.code]).toEqual([409, 'notComplete']);
    const never = await post(DOWNLOAD, { ...(await failure()), downloadType: 'audio' }, target.apiKey);
    expectRefusal(never, 409);
    expect(never.json.code).toBe('generationFailed');
    await settled(ids);
  });

  closely('rotate · an admin key gains nothing that it lacks', ['accounts'], async () => {
    const { userId } = await makeUser();
    const admin = await makeKey({ userId, role: 'admin', scopes: ['admin', 'keys:write', 'projects:read'] });
    const wide = await makeKey({ userId, role: 'scoped', scopes: ['projects:read', 'projects:write'] });
    const narrow = await makeKey({ userId, role: 'scoped', scopes: ['projects:read'] });
    expectRefusal(await post('/v1/api_keys/rotate', { keyId: wide.keyId }, admin.key), 403);
    expect((await post(LIST_PROJECTS, {}, wide.key)).status).toBe(200);
    expect((await post('/v1/api_keys/rotate', { keyId: narrow.keyId }, admin.key)).status).toBe(200);
  });

  closely(
    'rotate · an admin key gains nothing that it lacks (in the account of the service itself)',
    ['accounts'],
    async () => {
      const admin = await makeKey({ role: 'admin', scopes: ['admin', 'keys:write'] });
      const wide = await makeKey({ role: 'scoped', scopes: ['projects:read'] });
      expectRefusal(await post('/v1/api_keys/rotate', { keyId: wide.keyId }, admin.key), 403);
      expect((await post(LIST_PROJECTS, {}, wide.key)).status).toBe(200);
    },
  );

  closely(
    'parentKeyId · "Id of the admin key that is parent of a scoped key" (of an account without one)',
    ['accounts'],
    async () => {
      const { userId } = await must(
        '/portal/users/create',
        { name: `no admin ${crypto.randomUUID()}` },
        target.adminKey,
      );
      await makeKey({ userId, role: 'scoped', scopes: ['read'] });
      const { keys } = await must('/portal/keys/list', { userId }, target.adminKey);
      expect(keys.map(({ parentKeyId }: { parentKeyId: unknown }) => typeof parentKeyId)).toEqual(['string']);
    },
  );

  closely('retries · "starting right after the first failure"', HOOKS, async () => {
    const hook = await makeHook();
    hook.receiver.answer(500);
    await sendTestEvent(hook.owner.key);
    const began = performance.now();
    await hook.receiver.wait(2);
    expect(performance.now() - began).toBeLessThan(4000);
  });

  closely('samplePayload · fields of the payload have the types of their table', [], async () => {
    const sample = (samplePayload: object) =>
      post(SEND, { eventType: 'generation.failed', mode: 'test', samplePayload }, target.apiKey);
    const wrong = [
      { apiProjectId: 7 },
      { generationId: ['g'] },
      { hasVideo: 'no' },
      { modelKey: 3.5 },
      { error: { message: 'x' } },
      { errorDetails: 'x' },
    ];
    for (const samplePayload of wrong) expectRefusal(await sample(samplePayload), 400);
    expect((await sample({ error: null, errorDetails: { code: 'x' }, hasVideo: true, more: 1 })).status).toBe(200);
  });

  closely('test event · "all endpoints configured": disabled ones are named as not sent to', HOOKS, async () => {
    const hook = await makeHook();
    const other = await makeHook({ owner: hook.owner });
    await hookPortal('endpoints/disable', { endpointId: other.endpointId });
    const { endpoints, notice } = await sendTestEvent(hook.owner.key);
    expect(endpoints).toEqual([
      { endpointId: hook.endpointId, url: hook.receiver.url, sent: true },
      { endpointId: other.endpointId, url: other.receiver.url, sent: false },
    ]);
    expect(notice).toBeNull();
    await hookPortal('endpoints/disable', { endpointId: hook.endpointId });
    expect((await sendTestEvent(hook.owner.key)).notice).toMatch(/disabled/);
  });

  closely('test event · without any endpoint the answer says so', ['accounts'], async () => {
    const { endpoints, notice } = await sendTestEvent((await makeOwner()).key);
    expect(endpoints).toEqual([]);
    expect(notice).toMatch(/no endpoint/);
  });

  closely('payment hold · 402 of create_project and of the five calls on generations', BILLING, async () => {
    const payer = await makePayer();
    const who = { key: payer.scoped.key, baseUrl: payer.baseUrl };
    const { apiProjectId } = await uploadedProject(who);
    const { generationId } = (await start('service-2', apiProjectId, who)).json;
    const calls: Readonly<Record<string, object>> = {
      [CREATE_PROJECT]: { originalFileName: 'a.wav', contentType: 'audio/wav' },
      [START['service-2']]: { apiProjectId },
      [START['service-3.5']]: { apiProjectId },
      [PROGRESS]: { apiProjectId, generationId },
      [DOWNLOAD]: { apiProjectId, generationId, downloadType: 'audio' },
      [LIST_GENERATIONS]: { apiProjectId },
    };
    await hold(payer, true);
    for (const [path, body] of Object.entries(calls)) {
      const reply: Reply = await post(path, body, payer.scoped.key, payer.baseUrl);
      expectRefusal(reply, 402);
      expect([path, reply.json.code]).toEqual([path, 'paymentFailed']);
    }
    await hold(payer, false);
    // What was under way went on.
    await settled({ apiProjectId, generationId }, who);
  });

  closely(
    'errors · paymentFailed has billing metadata: the invoice, the amount, since when, where to pay',
    [...BILLING, 'prices', 'rehearsal'],
    async () => {
      const payer = await makePayer();
      await rehearse({ declinePayments: true });
      try {
        for (let time = 0; time < 4; time++) await spend(payer, 'service-2');
        const [invoice] = await invoicesOf(payer);
        const reply = await post(CREATE_PROJECT, { originalFileName: 'a', contentType: 'audio/wav' }, payer.scoped.key);
        expectRefusal(reply, 402);
        const { since, payAt, ...rest } = reply.json.billing;
        expect(rest).toEqual({ invoiceId: invoice.invoiceId, amount: invoice.total });
        expectIsoTime(since);
        await rehearse({ declinePayments: false });
        expect((await post(payAt, { invoiceId: invoice.invoiceId }, payer.admin.key)).status).toBe(200);
        expect((await createProject({ key: payer.scoped.key })).status).toBe('created');
      } finally {
        await rehearse({ declinePayments: false });
      }
    },
  );

  closely(
    '"Downgrading … is possible at any time" (while something runs)',
    [...BILLING, 'prices', 'rehearsal'],
    async () => {
      const payer = await makePayer();
      const who = { key: payer.scoped.key, baseUrl: payer.baseUrl };
      const { apiProjectId } = await uploadedProject(who);
      await rehearse({ restorationDelayMs: 1500 });
      try {
        const { generationId } = (await start('service-2', apiProjectId, who)).json;
        expect((await tryBill(payer, 'downgrade')).status).toBe(200);
        expectIsoTime((await accountOf(payer)).downgradeAskedAt);
        expectRefusal(await start('service-2', apiProjectId, who), 403);
        await settled({ apiProjectId, generationId }, who);
      } finally {
        await rehearse({ restorationDelayMs: 0 });
      }
      await expect.poll(async () => (await accountOf(payer)).tier, { timeout: 10_000 }).toBe('free');
      const { downgradeAskedAt, unbilled, held } = await accountOf(payer);
      expect({ downgradeAskedAt, unbilled, held }).toEqual({ downgradeAskedAt: null, unbilled: 0, held: 0 });
      await bill(payer, 'upgrade');
    },
  );

  closely(
    'rotation · "the previous secret stops authenticating": its upload addresses end too',
    ['accounts'],
    async () => {
      const { key, keyId } = await makeKey({ role: 'scoped', scopes: ['projects:write', 'projects:read'] });
      const before = await createProject({ key });
      const renewed = await must('/v1/api_keys/rotate', { keyId }, target.adminKey);
      expectRefusal(await upload(before, wav(1)), 403);
      expect((await upload(await createProject({ key: renewed.key }), wav(1))).status).toBe(200);
    },
  );

  closely('revocation · an upload that runs is ended', ['accounts'], async () => {
    const { key, keyId } = await makeKey({ role: 'scoped', scopes: ['projects:write'] });
    const project = await createProject({ key });
    const medium = wav(2);
    const { hostname, port, pathname, search } = new URL(project.uploadUrl);
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = net.connect(Number(port), hostname);
      let text = '';
      socket.on('data', (data) => {
        text += data;
      });
      socket.on('close', () => resolve(text));
      socket.on('error', reject);
      const head = [`PUT ${pathname}${search} HTTP/1.1`, 'Host: a', `Content-Type: ${project.contentType}`];
      socket.write(`${[...head, `Content-Length: ${medium.length}`].join('\r\n')}\r\n\r\n`);
      socket.write(medium.subarray(0, 1000));
      setTimeout(() => void must('/portal/keys/revoke', { keyId }, target.adminKey).catch(reject), 300);
      setTimeout(() => {
        reject(new Error('The upload was still running after five seconds'));
        socket.destroy();
      }, 5000).unref();
    });
    if (answer !== '') expect(statusOf(answer)).toBe(403);
    expect((await send(project.uploadUrl, { method: 'HEAD' })).status).toBe(403);
  });

  closely('rate limits · "depend on plan and key settings" (a key with its own)', ['accounts'], async () => {
    const { userId } = await makeUser();
    const admin = await makeKey({ userId, role: 'admin', scopes: EVERYTHING });
    const { key, keyId } = await makeKey({ userId, role: 'scoped', scopes: ['projects:read'] });
    const limitOf = async () => Number((await post(LIST_PROJECTS, {}, key)).headers.get('ratelimit-limit'));
    const usual = await limitOf();
    await must('/portal/keys/limit', { keyId, callsPerMinute: 3 }, admin.key);
    expect(await limitOf()).toBe(3);
    expect((await post(LIST_PROJECTS, {}, key)).status).toBe(200);
    // The call under the usual limit may count for a part of one.
    await post(LIST_PROJECTS, {}, key);
    expectRefusal(await post(LIST_PROJECTS, {}, key), 429);
    expectRefusal(
      await post('/portal/keys/limit', { keyId, callsPerMinute: usual + 1 }, admin.key),
      usual < 1_000_000 ? 403 : 400,
    );
    expect(await statusOfList(admin.key)).toBe(200);
  });
});
