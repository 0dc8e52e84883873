/** "Versioning". */

import { expect } from 'vitest';
import { target } from '../target.ts';
import { must, post, send } from '../tools/client.ts';
import { ENDPOINTS } from '../tools/endpoints.ts';
import { row, section } from '../tools/rows.ts';
import { LIST_GENERATIONS, MODELS, START, sample, start, uploadedProject } from '../tools/work.ts';

section('Versioning', () => {
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
