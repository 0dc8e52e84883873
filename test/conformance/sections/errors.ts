/** "Errors". */

import { expect } from 'vitest';
import { target } from '../target.ts';
import { makeKey } from '../tools/accounts.ts';
import { must, post, type Reply, send } from '../tools/client.ts';
import { expectRefusal } from '../tools/expectations.ts';
import { bill, makePayer, type Payer } from '../tools/money.ts';
import { withFault } from '../tools/rehearsal.ts';
import { row, rowsOf, section } from '../tools/rows.ts';
import {
  createProject,
  DOWNLOAD,
  failure,
  LIST_GENERATIONS,
  LIST_PROJECTS,
  MODELS,
  type Model,
  start,
  uploadedProject,
} from '../tools/work.ts';

const FORM = '"Error responses are JSON with error (message string)"';

async function tryStart(payer: Payer): Promise<Reply> {
  const who = { key: payer.scoped.key, baseUrl: payer.baseUrl };
  const { apiProjectId } = await uploadedProject(who);
  return start('service-2', apiProjectId, who);
}

/** A payer whose account is held, with a project from before. */
async function held() {
  const payer = await makePayer();
  const who = { key: payer.scoped.key };
  const { apiProjectId } = await uploadedProject(who);
  await must('/portal/billing/hold', { userId: payer.userId, hold: true }, target.adminKey);
  return { payer, apiProjectId, start: (model: Model) => start(model, apiProjectId, who) };
}

const error = rowsOf('Errors · ');
const BILLING = ['accounts', 'billing'] as const;
const CHARGES = ['accounts', 'billing', 'charges'] as const;

section('Errors', () => {
  const RESPONSES: Readonly<Record<number, { meaning: string; answer: () => Promise<Reply> }>> = {
    400: { meaning: 'invalid request', answer: () => post(LIST_GENERATIONS, {}, target.apiKey) },
    401: { meaning: 'missing or invalid key', answer: () => post(LIST_PROJECTS, {}, null) },
    403: { meaning: 'permission or inactive key', answer: () => post('/v1/api_keys/list', {}, target.apiKey) },
    404: {
      meaning: 'missing resource',
      answer: () => post(LIST_GENERATIONS, { apiProjectId: 'nobody' }, target.apiKey),
    },
    405: { meaning: 'wrong method', answer: () => send(LIST_PROJECTS, { method: 'GET' }) },
  };
  for (const [status, { meaning, answer }] of Object.entries(RESPONSES)) {
    error(`${status} "${meaning}" · ${FORM}`, [], async () => expectRefusal(await answer(), Number(status)));
  }

  error(`403 "inactive key" · ${FORM}`, ['accounts'], async () => {
    const { key } = await makeKey({ role: 'scoped', scopes: ['read'], status: 'inactive' });
    expectRefusal(await post(LIST_PROJECTS, {}, key), 403);
  });

  error(`404 "missing resource" (an endpoint that does not exist) · ${FORM}`, [], async () => {
    expectRefusal(await post('/v1/no_such_endpoint', {}, target.apiKey), 404);
  });

  error('409 "generation not complete yet when downloading"', [], async () => {
    expectRefusal(await post(DOWNLOAD, { ...(await failure()), downloadType: 'mp3' }, target.apiKey), 409);
  });

  for (const kind of ['500', '503'] as const) {
    error(`${kind} "retryable server errors" (the answer's form, under an injected fault)`, ['rehearsal'], async () => {
      expectRefusal(await withFault(LIST_PROJECTS, kind, () => post(LIST_PROJECTS, {}, target.apiKey)), Number(kind));
      expect((await post(LIST_PROJECTS, {}, target.apiKey)).status).toBe(200);
    });
  }

  error('402 · "Code paymentFailed for a payment hold"', BILLING, async () => {
    const reply = await (await held()).start('service-2');
    expectRefusal(reply, 402);
    expect(reply.json.code).toBe('paymentFailed');
  });

  row('Generation endpoints · rule 3 · "Billing holds answer 402"', BILLING, async () => {
    const { payer, apiProjectId, start: tryModel } = await held();
    for (const model of MODELS) expectRefusal(await tryModel(model), 402);
    await must('/portal/billing/hold', { userId: payer.userId, hold: false }, target.adminKey);
    expect((await must(LIST_GENERATIONS, { apiProjectId }, payer.scoped.key)).generations).toEqual([]);
  });

  error('402 · "code spendLimitExceeded for spend limit errors"', CHARGES, async () => {
    const payer = await makePayer();
    await bill(payer, 'spend_limit', { limit: 1 });
    const reply = await tryStart(payer);
    expectRefusal(reply, 402);
    expect(reply.json.code).toBe('spendLimitExceeded');
  });

  error('"and, for some errors, code (string) and billing metadata"', CHARGES, async () => {
    const payer = await makePayer();
    await bill(payer, 'spend_limit', { limit: 1 });
    const { json } = await tryStart(payer);
    expect(typeof json.code).toBe('string');
    const { error: _, code: __, ...metadata } = json;
    expect(JSON.stringify(metadata)).toMatch(/:\s*1\b/);
  });

  error('402 · "API usage stays blocked until billing is updated." (payment hold)', BILLING, async () => {
    const { payer, start: tryModel } = await held();
    for (let time = 0; time < 2; time++) expectRefusal(await tryModel('service-2'), 402);
    await must('/portal/billing/hold', { userId: payer.userId, hold: false }, target.adminKey);
    expect((await tryStart(payer)).status).toBe(200);
  });

  error('402 · "API usage stays blocked until billing is updated." (spend limit)', CHARGES, async () => {
    const payer = await makePayer();
    await bill(payer, 'spend_limit', { limit: 1 });
    for (let time = 0; time < 2; time++) expectRefusal(await tryStart(payer), 402);
    await bill(payer, 'spend_limit', { limit: null });
    expect((await tryStart(payer)).status).toBe(200);
  });

  error(`no answer tells a secret`, [], async () => {
    const { uploadUrl } = await createProject();
    const replies = [
      await post(LIST_PROJECTS, {}, `${target.apiKey}x`),
      await post('/v1/api_keys/rotate', { keyId: target.adminKey }, target.adminKey),
      await send(uploadUrl.slice(0, -1), { method: 'PUT', body: 'x' }),
    ];
    for (const { text, status } of replies) {
      expect(status).toBeGreaterThanOrEqual(400);
      for (const secret of [target.apiKey, target.adminKey]) expect(text).not.toContain(secret);
    }
  });
});
