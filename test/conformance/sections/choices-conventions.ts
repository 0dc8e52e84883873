/** Our choices where the specification is silent, one row each: what users of any API expect. Not rows of the specification. */

import { expect } from 'vitest';
import { target } from '../target.ts';
import { makeKey } from '../tools/accounts.ts';
import { must, post, type Reply, send } from '../tools/client.ts';
import { ENDPOINTS } from '../tools/endpoints.ts';
import { expectRefusal } from '../tools/expectations.ts';
import { makeHook, sendTestEvent } from '../tools/hooks.ts';
import { wav } from '../tools/media.ts';
import { row, section } from '../tools/rows.ts';
import { CREATE_PROJECT, createProject, DOWNLOAD, LIST_GENERATIONS, LIST_PROJECTS, sample } from '../tools/work.ts';

/** A key as it may come along with any request (specification, "Authentication", rule 1). */
const WITH_KEY: Readonly<Record<string, (key: string) => Readonly<Record<string, string>>>> = {
  Authorization: (key) => ({ authorization: `Bearer ${key}` }),
  'X-Api-Key': (key) => ({ 'x-api-key': key }),
  'Xi-Api-Key': (key) => ({ 'xi-api-key': key }),
};

async function downloadUrl(key: string): Promise<string> {
  const { apiProjectId, 'service-2': generationId } = await sample();
  return (await must(DOWNLOAD, { apiProjectId, generationId, downloadType: 'audio' }, key)).downloadUrl;
}

const json = (key: string) => ({ 'content-type': 'application/json', authorization: `Bearer ${key}` });

const get = (url: string, headers: Readonly<Record<string, string>> = {}) => send(url, { method: 'GET', headers });

section('Our choices: conventions', () => {
  for (const [name, headersOf] of Object.entries(WITH_KEY)) {
    row(`Our choice · signed URLs · an upload ignores ${name}, valid or not`, [], async () => {
      for (const key of [target.apiKey, `${target.apiKey}x`]) {
        const { uploadUrl, contentType, uploadMethod } = await createProject();
        const headers = { 'content-type': contentType, ...headersOf(key) };
        expect((await send(uploadUrl, { method: uploadMethod, headers, body: wav(1) })).status).toBe(200);
        expect((await send(uploadUrl, { method: 'HEAD', headers: headersOf(key) })).status).toBe(200);
      }
    });

    row(`Our choice · signed URLs · a download ignores ${name}, valid or not`, [], async () => {
      const url = await downloadUrl(target.apiKey);
      const plain = await get(url);
      for (const key of [target.apiKey, `${target.apiKey}x`]) {
        const { status, text } = await get(url, headersOf(key));
        expect([status, text.length]).toEqual([200, plain.text.length]);
      }
    });
  }

  const ENDS: Readonly<Record<string, (keyId: string) => Promise<unknown>>> = {
    rotated: (keyId) => must('/v1/api_keys/rotate', { keyId }, target.adminKey),
    deactivated: (keyId) => must('/portal/keys/deactivate', { keyId }, target.adminKey),
    revoked: (keyId) => must('/portal/keys/revoke', { keyId }, target.adminKey),
  };
  for (const [how, end] of Object.entries(ENDS)) {
    row(`Our choice · signed URLs · end with their key: ${how}, a download answers 403`, ['accounts'], async () => {
      const { key, keyId } = await makeKey({ role: 'scoped', scopes: ['generations:read'] });
      const url = await downloadUrl(key);
      expect((await get(url)).status).toBe(200);
      await end(keyId);
      const refused: Reply = await get(url);
      expect(refused.status).toBe(403);
      expect(refused.json.error).toMatch(/key/i);
      expect((await get(await downloadUrl(target.apiKey))).status).toBe(200);
    });
  }

  row('Our choice · request ids · the one that was sent comes back, on errors too', [], async () => {
    const asked = { headers: { ...json(target.apiKey), 'x-request-id': 'row-1.a' }, body: '{}' };
    expect((await send(LIST_PROJECTS, asked)).headers.get('x-request-id')).toBe('row-1.a');
    const refused = await send(LIST_GENERATIONS, asked);
    expect([refused.status, refused.headers.get('x-request-id')]).toEqual([400, 'row-1.a']);
    expect(refused.json.requestId).toBe('row-1.a');
  });

  row('Our choice · request ids · without one, or with one that does not fit, another is made', [], async () => {
    for (const id of ['', 'abc', 'x'.repeat(65), 'a b c d']) {
      const sent = id === '' ? {} : { 'x-request-id': id };
      const refused = await send(LIST_GENERATIONS, { headers: { ...json(`${target.apiKey}x`), ...sent }, body: '{}' });
      expect(refused.json.requestId).toMatch(/^[\w.:-]{4,64}$/);
      expect(refused.headers.get('x-request-id')).toBe(refused.json.requestId);
      expect(refused.json.requestId).not.toBe(id);
    }
  });

  row('Our choice · idempotency · the same Idempotency-Key creates one project', [], async () => {
    const create = (originalFileName: string, key: string) =>
      send(CREATE_PROJECT, {
        headers: { ...json(target.apiKey), 'idempotency-key': key },
        body: JSON.stringify({ originalFileName, contentType: 'audio/wav' }),
      });
    const key = crypto.randomUUID();
    const [one, again] = [await create('a.wav', key), await create('a.wav', key)];
    expect([one.status, again.status]).toEqual([200, 200]);
    expect(again.json.apiProjectId).toBe(one.json.apiProjectId);
    expect((await create('b.wav', key)).status).toBe(422);
    expect((await create('a.wav', crypto.randomUUID())).json.apiProjectId).not.toBe(one.json.apiProjectId);
  });

  row('Our choice · pages · of projects: together they are the whole, which comes without asking', [], async () => {
    for (let index = 0; index < 3; index++) await createProject();
    const whole = await must(LIST_PROJECTS, {}, target.apiKey);
    expect(Object.keys(whole)).toEqual(['projects']);
    const pages = [];
    let cursor: string | null = null;
    do {
      const page: { projects: unknown[]; nextCursor: string | null } = await must(
        LIST_PROJECTS,
        { limit: 50, ...(cursor === null ? {} : { cursor }) },
        target.apiKey,
      );
      pages.push(...page.projects);
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(pages).toEqual(whole.projects);
    expectRefusal(await post(LIST_PROJECTS, { cursor: 'none' }, target.apiKey), 400);
  });

  row('Our choice · pages · of generations: together they are the whole, which comes without asking', [], async () => {
    const { apiProjectId } = await sample();
    const whole = await must(LIST_GENERATIONS, { apiProjectId }, target.apiKey);
    expect(Object.keys(whole)).toEqual(['generations']);
    const first = await must(LIST_GENERATIONS, { apiProjectId, limit: 1 }, target.apiKey);
    const rest = await must(LIST_GENERATIONS, { apiProjectId, cursor: first.nextCursor }, target.apiKey);
    expect([...first.generations, ...rest.generations]).toEqual(whole.generations);
    expect(rest.nextCursor).toBeNull();
  });

  for (const { path, privileged, body } of ENDPOINTS) {
    row(`Our choice · caching · no answer is kept (${path})`, [], async () => {
      const key = privileged ? target.adminKey : target.apiKey;
      for (const reply of [await post(path, await body(), key), await post(path, {}, null)]) {
        expect(reply.headers.get('cache-control')).toContain('no-store');
      }
    });
  }

  row('Our choice · caching · no signed download is kept', [], async () => {
    expect((await get(await downloadUrl(target.apiKey))).headers.get('cache-control')).toContain('no-store');
  });

  row('Our choice · programs · deliveries name Cleartake', ['accounts', 'receiver'], async () => {
    const hook = await makeHook();
    await sendTestEvent(hook.owner.key);
    const [delivery] = await hook.receiver.wait(1);
    expect(delivery?.headers['user-agent']).toMatch(/^Cleartake(\/\d+\.\d+\.\d+\S*)?$/);
  });
});
