/** Our choices where the specification is silent, one row each: projects, generations, transfers. Not rows of the specification. */

import { expect } from 'vitest';
import { target } from '../target.ts';
import { makeKey, makeUser, scopedWith } from '../tools/accounts.ts';
import { must, post, type Reply, send } from '../tools/client.ts';
import { ENDPOINTS, GENERATION_ENDPOINTS } from '../tools/endpoints.ts';
import { expectRefusal } from '../tools/expectations.ts';
import { wav } from '../tools/media.ts';
import { rehearse } from '../tools/rehearsal.ts';
import { row, section } from '../tools/rows.ts';
import {
  createProject,
  DOWNLOAD,
  failure,
  LIST_GENERATIONS,
  LIST_PROJECTS,
  MODELS,
  PROGRESS,
  START,
  sample,
  start,
  uploadedProject,
} from '../tools/work.ts';

const ask = (path: string, body: object) => post(path, body, target.apiKey);

async function signedDownload(): Promise<URL> {
  const { apiProjectId, 'service-2': generationId } = await sample();
  return new URL(
    (await must(DOWNLOAD, { apiProjectId, generationId, downloadType: 'audio' }, target.apiKey)).downloadUrl,
  );
}

const get = (url: URL, headers: Readonly<Record<string, string>> = {}) => send(url.href, { method: 'GET', headers });

section('Our choices: work', () => {
  row('Our choice · create a project · the answer has these six fields', [], async () => {
    expect(Object.keys(await createProject()).sort()).toEqual(
      ['apiProjectId', 'contentType', 'originalFileName', 'status', 'uploadMethod', 'uploadUrl'].sort(),
    );
  });

  row('Our choice · create a project · 400 without originalFileName or contentType', [], async () => {
    expectRefusal(await ask('/v1/create_project', { contentType: 'audio/wav' }), 400);
    expectRefusal(await ask('/v1/create_project', { originalFileName: 'a.wav' }), 400);
  });

  row('Our choice · list projects · {projects: [{apiProjectId, status, originalFileName}]}', [], async () => {
    await createProject();
    const { projects } = await must(LIST_PROJECTS, {}, target.apiKey);
    expect(Object.keys(projects[0]).sort()).toEqual(['apiProjectId', 'originalFileName', 'status']);
  });

  for (const model of MODELS) {
    row(`Our choice · start a generation · {generationId, apiProjectId, modelKey, status} (${model})`, [], async () => {
      const { apiProjectId } = await uploadedProject();
      const { status, json } = await start(model, apiProjectId);
      expect(status).toBe(200);
      expect(json).toEqual({ generationId: expect.any(String), apiProjectId, modelKey: model, status: 'queued' });
    });
    row(`Our choice · start a generation · before the upload 409 (${model})`, [], async () => {
      expectRefusal(await start(model, (await createProject()).apiProjectId), 409);
    });
  }

  row('Our choice · progress · the answer has these nine fields', [], async () => {
    const { apiProjectId, 'service-2': generationId } = await sample();
    const progress = await must(PROGRESS, { apiProjectId, generationId }, target.apiKey);
    expect(progress).toMatchObject({
      generationId,
      apiProjectId,
      modelKey: 'service-2',
      status: 'complete',
      progress: 1,
    });
    expect(progress).toMatchObject({ error: null, errorDetails: null, hasVideo: false });
    for (const stage of progress.stages) {
      expect(stage).toEqual({ name: expect.any(String), status: expect.any(String), progress: 1 });
    }
    expect(progress.stages.length).toBeGreaterThan(0);
  });

  row('Our choice · statuses · polling and listing say "failed"', [], async () => {
    const ids = await failure();
    expect((await must(PROGRESS, ids, target.apiKey)).status).toBe('failed');
    const { generations } = await must(LIST_GENERATIONS, { apiProjectId: ids.apiProjectId }, target.apiKey);
    expect(generations[0].status).toBe('failed');
  });

  row('Our choice · success · unknown ids are 404, also malformed ones', [], async () => {
    for (const apiProjectId of ['prj_0', '../../etc', '%00', "' or 1=1", 'ü'.repeat(40)]) {
      expectRefusal(await ask(LIST_GENERATIONS, { apiProjectId }), 404);
    }
  });

  row('Our choice · upload · PUT, streamed with Content-Range, HEAD asks how far it got', [], async () => {
    const { uploadUrl, contentType, uploadMethod, apiProjectId } = await createProject();
    const medium = wav(1);
    const half = Math.floor(medium.length / 2);
    const put = (from: number, to: number): Promise<Reply> =>
      send(uploadUrl, {
        method: uploadMethod,
        headers: { 'content-type': contentType, 'content-range': `bytes ${from}-${to - 1}/${medium.length}` },
        body: medium.slice(from, to),
      });
    expect(uploadMethod).toBe('PUT');
    expect((await put(0, half)).status).not.toBe(200);
    const asked = await send(uploadUrl, { method: 'HEAD' });
    expect(asked.headers.get('upload-offset')).toBe(String(half));
    expect((await put(half, medium.length)).status).toBe(200);
    expect((await start('service-2', apiProjectId)).status).toBe(200);
  });

  row('Our choice · signed URLs · bound to the method', [], async () => {
    const url = await signedDownload();
    for (const method of ['PUT', 'POST', 'DELETE']) {
      const { status } = await send(url.href, { method, ...(method === 'DELETE' ? {} : { body: 'x' }) });
      expect([401, 403, 404, 405]).toContain(status);
    }
    expect((await get(url)).status).toBe(200);
  });

  row('Our choice · signed URLs · bound to the object', [], async () => {
    const url = await signedDownload();
    const { apiProjectId, 'service-2': two, 'service-3.5': three } = await sample();
    expect(apiProjectId).not.toBe(two);
    const other = new URL(url.href.replace(two, three));
    expect(other.href).not.toBe(url.href);
    expectRefusal(await get(other), 403);
  });

  row('Our choice · signed URLs · bound to the expiry', [], async () => {
    const url = await signedDownload();
    url.searchParams.set('expires', String(Number(url.searchParams.get('expires')) + 1));
    expectRefusal(await get(url), 403);
  });

  row('Our choice · signed URLs · work without a key and never accept one', [], async () => {
    const url = await signedDownload();
    expect((await get(url)).status).toBe(200);
    url.searchParams.delete('signature');
    expectRefusal(await get(url, { authorization: `Bearer ${target.apiKey}` }), 403);
    expectRefusal(await get(url, { 'x-api-key': target.adminKey }), 403);
    expect(url.href).not.toContain(target.apiKey);
  });

  for (const [downloadType, magic] of [
    ['audio', 'RIFF'],
    ['flac', 'fLaC'],
  ] as const) {
    row(`Our choice · download types · ${downloadType} of a WAV begins with ${magic}`, [], async () => {
      const { apiProjectId, 'service-3.5': generationId } = await sample();
      const { downloadUrl } = await must(DOWNLOAD, { apiProjectId, generationId, downloadType }, target.apiKey);
      expect((await send(downloadUrl, { method: 'GET' })).text.slice(0, 4)).toBe(magic);
    });
  }

  row('Our choice · rate limits · 429 with Retry-After', ['rehearsal', 'accounts'], async () => {
    const { scoped } = await makeUser();
    await rehearse({ rateLimitPerMinute: 1 });
    try {
      const replies = [await post(LIST_PROJECTS, {}, scoped.key), await post(LIST_PROJECTS, {}, scoped.key)];
      const refused = replies.find(({ status }) => status === 429) ?? (await post(LIST_PROJECTS, {}, scoped.key));
      expectRefusal(refused, 429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    } finally {
      await rehearse({ rateLimitPerMinute: null });
    }
  });

  for (const model of MODELS) {
    row(`Our choice · paid plan · 403 with code paidPlanRequired (${model})`, ['accounts'], async () => {
      const { scoped } = await makeUser({ tier: 'free' });
      const { apiProjectId } = await uploadedProject({ key: scoped.key });
      const refused = await start(model, apiProjectId, { key: scoped.key });
      expectRefusal(refused, 403);
      expect(refused.json.code).toBe('paidPlanRequired');
    });
  }

  row('Our choice · idempotency · the same Idempotency-Key starts one generation', [], async () => {
    const { apiProjectId } = await uploadedProject();
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${target.apiKey}` };
    const request = {
      headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
      body: JSON.stringify({ apiProjectId }),
    };
    const [one, again] = [await send(START['service-2'], request), await send(START['service-2'], request)];
    expect([one.status, again.status]).toEqual([200, 200]);
    expect(again.json.generationId).toBe(one.json.generationId);
    const { generations } = await must(LIST_GENERATIONS, { apiProjectId }, target.apiKey);
    expect(generations).toHaveLength(1);
  });

  for (const { path, body } of GENERATION_ENDPOINTS) {
    row(`Our choice · success · what is another user's is not there: 404 (${path})`, ['accounts'], async () => {
      const { scoped } = await makeUser({ tier: 'developer' });
      expectRefusal(await post(path, await body(), scoped.key), 404);
    });

    row(
      `Our choice · resource bounds · what is outside of a key's bounds is not there: 404 (${path})`,
      ['accounts'],
      async () => {
        const { apiProjectId } = await createProject();
        const scopes = ['generations:read', 'generations:write'];
        const { key } = await makeKey({ role: 'scoped', scopes, resourceBounds: { apiProjectIds: [apiProjectId] } });
        expectRefusal(await post(path, await body(), key), 404);
        expect((await post(LIST_GENERATIONS, { apiProjectId }, key)).status).toBe(200);
      },
    );
  }

  const invalid = { 'content-type': 'application/json' };
  for (const { path, privileged } of ENDPOINTS) {
    row(`Our choice · order of checks · method, authentication, permission, body (${path})`, ['accounts'], async () => {
      expect((await send(path, { method: 'GET' })).status).toBe(405);
      expect((await send(path, { headers: invalid, body: '{' })).status).toBe(401);
      const weak = privileged ? target.apiKey : (await scopedWith('keys:read')).key;
      const as = (key: string) => ({ headers: { ...invalid, authorization: `Bearer ${key}` }, body: '{' });
      expect((await send(path, as(weak))).status).toBe(403);
      expect((await send(path, as(privileged ? target.adminKey : target.apiKey))).status).toBe(400);
    });
  }
});
