/** The table "Generation endpoints", its three rules, and what the service says it does. */

import { expect } from 'vitest';
import { target } from '../target.ts';
import { makeUser } from '../tools/accounts.ts';
import { must, post, send } from '../tools/client.ts';
import { GENERATION_ENDPOINTS } from '../tools/endpoints.ts';
import { expectRefusal, expectText } from '../tools/expectations.ts';
import { brokenMedium, wav } from '../tools/media.ts';
import { rehearse } from '../tools/rehearsal.ts';
import { row, rowsOf, section } from '../tools/rows.ts';
import {
  DOWNLOAD,
  failure,
  LIST_GENERATIONS,
  MODELS,
  PROGRESS,
  restoredAgain,
  START,
  sample,
  settled,
  start,
  uploadedProject,
} from '../tools/work.ts';
import { COMMON_WORDING, commonRows } from './common-rows.ts';

const ask = (path: string, body: object) => post(path, body, target.apiKey);
const LABELS = {
  'service-2': 'Queue a generation with model service-2.',
  'service-3.5': 'Queue a generation with model service-3.5.',
};

const doing = rowsOf('What the service does · ');

section('Generation endpoints', () => {
  for (const model of MODELS) {
    row(`POST ${START[model]} · "${LABELS[model]}"`, [], async () => {
      const { apiProjectId } = await uploadedProject();
      const { status, json } = await start(model, apiProjectId);
      expect(status).toBe(200);
      expectText(json.generationId ?? json.generation?.generationId);
      const { generations } = await must(LIST_GENERATIONS, { apiProjectId }, target.apiKey);
      expect(generations.map(({ modelKey }: { modelKey: string }) => modelKey)).toEqual([model]);
    });

    row(`POST ${START[model]} · 400 · "invalid request" (apiProjectId missing)`, [], async () => {
      expectRefusal(await ask(START[model], {}), 400);
    });

    row(`POST ${START[model]} · 404 · "missing resource"`, [], async () => {
      expectRefusal(await start(model, 'project_that_nobody_has'), 404);
    });

    row(`POST ${START[model]} · "Both require a paid plan."`, ['accounts'], async () => {
      const { scoped } = await makeUser({ tier: 'free' });
      const { apiProjectId } = await uploadedProject({ key: scoped.key });
      const refused = await start(model, apiProjectId, { key: scoped.key });
      expect([402, 403]).toContain(refused.status);
      expectText(refused.json.error);
      const { generations } = await must(LIST_GENERATIONS, { apiProjectId }, scoped.key);
      expect(generations).toEqual([]);
    });
  }

  row(`POST ${PROGRESS} · "Fetch progress and job stages of a generation."`, [], async () => {
    const { apiProjectId, 'service-2': generationId } = await sample();
    const { status, json } = await ask(PROGRESS, { generationId, apiProjectId });
    expect(status).toBe(200);
    const wrapped = json.progress?.status === undefined ? json : json.progress;
    expect(Object.values(wrapped).some((value) => Array.isArray(value) && value.length > 0)).toBe(true);
  });

  row(`POST ${PROGRESS} · "Returns a progress object with status."`, [], async () => {
    const { apiProjectId, 'service-2': generationId } = await sample();
    const { json } = await ask(PROGRESS, { generationId, apiProjectId });
    expectText(json.status ?? json.progress?.status);
  });

  for (const path of [PROGRESS, DOWNLOAD]) {
    row(`POST ${path} · "Inputs: generationId" (missing: 400, unknown: 404)`, [], async () => {
      const { apiProjectId } = await sample();
      expectRefusal(await ask(path, { apiProjectId }), 400);
      expectRefusal(await ask(path, { apiProjectId, generationId: 'generation_that_nobody_has' }), 404);
    });

    row(`POST ${path} · "Inputs: … apiProjectId" (missing: 400, unknown: 404)`, [], async () => {
      const { 'service-2': generationId } = await sample();
      expectRefusal(await ask(path, { generationId }), 400);
      expectRefusal(await ask(path, { generationId, apiProjectId: 'project_that_nobody_has' }), 404);
    });
  }

  for (const [downloadType, magic] of [
    ['audio', /^(RIFF|ID3|\xff[\xe0-\xff]|fLaC|OggS|....ftyp)/s],
    ['mp3', /^(ID3|\xff[\xe0-\xff])/],
  ] as const) {
    row(`POST ${DOWNLOAD} · downloadType · "${downloadType}"`, [], async () => {
      const { apiProjectId, 'service-2': generationId } = await sample();
      const { status, json } = await ask(DOWNLOAD, { generationId, apiProjectId, downloadType });
      expect(status).toBe(200);
      const got = await fetch(json.downloadUrl);
      const beginning = Buffer.from(await got.arrayBuffer()).toString('latin1', 0, 12);
      expect(got.status).toBe(200);
      expect(beginning).toMatch(magic);
    });
  }

  row(`POST ${DOWNLOAD} · downloadType · another value is an invalid request`, [], async () => {
    const { apiProjectId, 'service-2': generationId } = await sample();
    expectRefusal(await ask(DOWNLOAD, { generationId, apiProjectId, downloadType: 'cassette' }), 400);
  });

  row(
    `POST ${DOWNLOAD} · "Return a signed download URL of a generation output. … Returns downloadUrl."`,
    [],
    async () => {
      const { apiProjectId, 'service-3.5': generationId } = await sample();
      const { json } = await ask(DOWNLOAD, { generationId, apiProjectId, downloadType: 'audio' });
      expectText(json.downloadUrl);
    },
  );

  row(`POST ${LIST_GENERATIONS} · "List generations of a project."`, [], async () => {
    const { apiProjectId, 'service-2': two, 'service-3.5': three } = await sample();
    const { status, json } = await ask(LIST_GENERATIONS, { apiProjectId });
    expect(status).toBe(200);
    const ids = json.generations.map(({ generationId }: { generationId: string }) => generationId);
    expect(new Set(ids)).toEqual(new Set([two, three]));
  });

  row(`POST ${LIST_GENERATIONS} · "Input: apiProjectId." (missing: 400, unknown: 404)`, [], async () => {
    expectRefusal(await ask(LIST_GENERATIONS, {}), 400);
    expectRefusal(await ask(LIST_GENERATIONS, { apiProjectId: 'project_that_nobody_has' }), 404);
  });

  for (const field of ['generationId', 'status', 'modelKey']) {
    row(
      `POST ${LIST_GENERATIONS} · "generations array with generationId, status, modelKey per item" (${field})`,
      [],
      async () => {
        const { apiProjectId } = await sample();
        const { generations } = await must(LIST_GENERATIONS, { apiProjectId }, target.apiKey);
        for (const generation of generations) expectText(generation[field]);
      },
    );
  }

  for (const endpoint of GENERATION_ENDPOINTS) {
    row(
      `POST ${endpoint.path} · 200 · for a key with "read and write permissions matching the operation"`,
      [],
      async () => {
        const isStart = Object.values(START).some((path) => path === endpoint.path);
        const body = isStart ? { apiProjectId: (await uploadedProject()).apiProjectId } : await endpoint.body();
        expect((await ask(endpoint.path, body)).status).toBe(200);
      },
    );
    row(`POST ${endpoint.path} · 400 · "invalid request" (no JSON)`, [], async () => {
      const headers = { authorization: `Bearer ${target.apiKey}`, 'content-type': 'application/json' };
      for (const body of ['{"apiProjectId": ', '', '[]'])
        expectRefusal(await send(endpoint.path, { headers, body }), 400);
    });
    commonRows(endpoint, COMMON_WORDING);
  }

  row('Generation endpoints · rule 1 · "request a new one when expired" (a new URL each time)', [], async () => {
    const { apiProjectId, 'service-2': generationId } = await sample();
    for (let time = 0; time < 2; time++) {
      const { json } = await ask(DOWNLOAD, { generationId, apiProjectId, downloadType: 'audio' });
      expect((await send(json.downloadUrl, { method: 'GET' })).status).toBe(200);
    }
  });

  row(
    'Generation endpoints · rule 2 · "Requesting a download before the generation is complete answers 409"',
    ['rehearsal'],
    async () => {
      const { apiProjectId } = await uploadedProject();
      // Long enough for one call, and short enough for a restoration that is over already, and waits for it.
      await rehearse({ restorationDelayMs: 2000 });
      try {
        const { json } = await start('service-2', apiProjectId);
        const ids = { apiProjectId, generationId: json.generationId };
        expectRefusal(await ask(DOWNLOAD, { ...ids, downloadType: 'audio' }), 409);
        await rehearse({ restorationDelayMs: 0 });
        // "poll progress and retry"
        expect((await settled(ids)).status).toBe('complete');
        expect((await ask(DOWNLOAD, { ...ids, downloadType: 'audio' })).status).toBe(200);
      } finally {
        await rehearse({ restorationDelayMs: 0 });
      }
    },
  );

  row('Generation endpoints · rule 2 · a generation that failed is never complete: 409', [], async () => {
    expectRefusal(await ask(DOWNLOAD, { ...(await failure()), downloadType: 'audio' }), 409);
  });

  doing('"Two models exist." (no other path of a model answers)', [], async () => {
    for (const path of ['/v1/service-1.0-generation', '/v1/service-3.0-generation', '/v1/service-4.0-generation']) {
      expectRefusal(await ask(path, {}), 404);
    }
  });

  doing('"A new generation is created each time the model changes, on the same project"', [], async () => {
    const { apiProjectId } = await uploadedProject({}, wav(1));
    const ids = [];
    for (const model of MODELS) ids.push((await restoredAgain(model, apiProjectId)).generationId);
    expect(new Set(ids).size).toBe(2);
    // "so results can be compared": both stay there to be downloaded.
    for (const generationId of ids) {
      expect((await ask(DOWNLOAD, { apiProjectId, generationId, downloadType: 'audio' })).status).toBe(200);
    }
  });

  doing('"starts one or more generations on that project" (one after a failure too)', [], async () => {
    const { apiProjectId } = await uploadedProject({}, brokenMedium());
    for (let time = 0; time < 2; time++) await restoredAgain('service-2', apiProjectId);
    const { generations } = await must(LIST_GENERATIONS, { apiProjectId }, target.apiKey);
    expect(generations.map(({ status }: { status: string }) => status)).toEqual(['failed', 'failed']);
  });
});
