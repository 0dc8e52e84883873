/** "Versioning", and how the document begins: paths under {base_url}, JSON over HTTPS. */

import { get } from 'node:https';
import { expect } from 'vitest';
import { startOwnService } from '../setup/own-service.ts';
import { target } from '../target.ts';
import { must, post, send } from '../tools/client.ts';
import { ENDPOINTS } from '../tools/endpoints.ts';
import { row, section } from '../tools/rows.ts';
import { LIST_GENERATIONS, MODELS, START, sample, start, uploadedProject } from '../tools/work.ts';

section('Versioning', () => {
  row('Document · "Endpoint paths start with /v1 and are appended to {base_url}."', [], async () => {
    expect((await send(`${target.baseUrl}/v1/api_keys/list`, { method: 'OPTIONS' })).status).toBe(204);
  });

  row('Document · "All calls use JSON" (answers are JSON as well)', [], async () => {
    for (const { path, body, privileged } of ENDPOINTS) {
      const reply = await post(path, await body(), privileged ? target.adminKey : target.apiKey);
      expect(reply.headers.get('content-type'), path).toMatch(/^application\/json\b/);
      expect(typeof reply.json, path).toBe('object');
    }
  });

  row('Document · "All calls use JSON over HTTPS."', ['own', 'receiver'], async () => {
    if (target.receiver === null) throw new Error('A certificate was arranged');
    const { certificate } = target.receiver;
    const service = await startOwnService({}, target.receiver);
    try {
      expect(service.baseUrl).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
      const status = await new Promise((resolve, reject) => {
        get(`${service.baseUrl}/v1/api_keys/list`, { ca: certificate }, (response) => {
          response.resume().once('end', () => resolve(response.statusCode));
        }).once('error', reject);
      });
      expect(status).toBe(405);
      await expect(fetch(service.baseUrl.replace('https:', 'http:'))).rejects.toThrow();
    } finally {
      await service.stop();
    }
  });

  for (const { path, body, privileged } of ENDPOINTS) {
    row(`Versioning · "All endpoints live under the path prefix /v1." (${path})`, [], async () => {
      const key = privileged ? target.adminKey : target.apiKey;
      const rest = path.replace(/^\/v1/, '');
      expect((await send(`/v1${rest}`, { method: 'GET' })).status).toBe(405);
      for (const other of [rest, `/v2${rest}`]) expect((await post(other, await body(), key)).status).toBe(404);
    });
  }

  for (const model of MODELS) {
    row(`Versioning · "Model ids are fixed strings chosen per generation" (${model})`, [], async () => {
      const { apiProjectId, [model]: generationId } = await sample();
      const { generations } = await must(LIST_GENERATIONS, { apiProjectId }, target.apiKey);
      expect(generations).toContainEqual(expect.objectContaining({ generationId, modelKey: model }));
    });

    row(`Versioning · "each maps to its own endpoint path" (${START[model]})`, [], async () => {
      const { apiProjectId } = await uploadedProject();
      const other = MODELS.find((one) => one !== model) ?? model;
      // The path decides, whatever the body says.
      await start(model, apiProjectId, {}, { params: { model: other } });
      const { generations } = await must(LIST_GENERATIONS, { apiProjectId }, target.apiKey);
      expect(generations.map(({ modelKey }: { modelKey: string }) => modelKey)).toEqual([model]);
    });
  }
});
