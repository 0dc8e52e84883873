/** The resources "Project" and "Generation": one row for each field. */

import { expect } from 'vitest';
import { target } from '../target.ts';
import { must, post, send } from '../tools/client.ts';
import type { Endpoint } from '../tools/endpoints.ts';
import { expectRefusal, expectText } from '../tools/expectations.ts';
import { wav } from '../tools/media.ts';
import { row, rowsOf, section } from '../tools/rows.ts';
import {
  CREATE_PROJECT,
  createProject,
  DOWNLOAD,
  failure,
  LIST_GENERATIONS,
  LIST_PROJECTS,
  MODELS,
  PROGRESS,
  sample,
  settled,
  start,
  upload,
  uploadedProject,
} from '../tools/work.ts';
import { COMMON_WORDING, commonRows } from './common-rows.ts';

const work = (path: string, body: object) => must(path, body, target.apiKey);

const field = rowsOf('Generation · ');

section('Project', () => {
  row('Project · apiProjectId · string · "Project identifier."', [], async () => {
    const [one, other] = [await createProject(), await createProject()];
    expectText(one.apiProjectId);
    expect(other.apiProjectId).not.toBe(one.apiProjectId);
  });

  row('Project · status · string · "Project status."', [], async () => {
    expectText((await createProject()).status);
  });

  row('Project · originalFileName · string · "Name of the uploaded file."', [], async () => {
    const originalFileName = 'Gespräch in Zürich 🎙.wav';
    expect((await createProject({}, { originalFileName })).originalFileName).toBe(originalFileName);
  });

  row('Project · uploadUrl · string · "Returned on project creation; where the media is uploaded."', [], async () => {
    const { uploadUrl } = await createProject();
    expect(new URL(uploadUrl).protocol).toMatch(/^https?:$/);
  });

  row('Project · uploadMethod · string · "HTTP method to use for the upload."', [], async () => {
    expect((await createProject()).uploadMethod).toMatch(/^(PUT|POST)$/);
  });

  row('Project · contentType · string · "the upload request sets Content-Type to match it"', [], async () => {
    const project = await createProject({}, { contentType: 'audio/wav' });
    expect(project.contentType).toBe('audio/wav');
    const { status } = await upload(project, wav(1));
    expect(status).toBeGreaterThanOrEqual(200);
    expect(status).toBeLessThan(300);
  });

  row('Project · fileFormat · string · "Optional input when creating a project"', [], async () => {
    const body = { originalFileName: 'take.wav', contentType: 'audio/wav' };
    expect((await post(CREATE_PROJECT, { ...body, fileFormat: 'wav' }, target.apiKey)).status).toBe(200);
    expectRefusal(await post(CREATE_PROJECT, { ...body, fileFormat: 7 }, target.apiKey), 400);
  });

  row('Project · params · object · "Optional free-form metadata object on creation"', [], async () => {
    const body = { originalFileName: 'take.wav', contentType: 'audio/wav' };
    const params = { source: 'field recorder', notes: 'wind from the left', anything: { else: [1, null] } };
    expect((await post(CREATE_PROJECT, { ...body, params }, target.apiKey)).status).toBe(200);
    expectRefusal(await post(CREATE_PROJECT, { ...body, params: 'text' }, target.apiKey), 400);
  });

  for (const field of ['apiProjectId', 'status', 'originalFileName']) {
    row(
      `Project listing · "returns projects array with apiProjectId, status, originalFileName" (${field})`,
      [],
      async () => {
        const created = await createProject({}, { originalFileName: 'listed.wav' });
        const { projects } = await work(LIST_PROJECTS, {});
        const listed = projects.find(
          (project: { apiProjectId: string }) => project.apiProjectId === created.apiProjectId,
        );
        expectText(listed?.[field]);
        if (field === 'originalFileName') expect(listed.originalFileName).toBe('listed.wav');
      },
    );
  }

  row(
    'Create project · "Upload is done by sending the media to the returned uploadUrl with uploadMethod."',
    [],
    async () => {
      const { apiProjectId } = await uploadedProject();
      expect((await start('service-2', apiProjectId)).status).toBe(200);
    },
  );
});

section('Project endpoints', () => {
  const medium = { originalFileName: 'take.wav', contentType: 'audio/wav' };
  const endpoints: readonly Endpoint[] = [
    { path: CREATE_PROJECT, permissions: ['projects:write'], privileged: false, body: async () => medium },
    { path: LIST_PROJECTS, permissions: ['projects:read'], privileged: false, body: async () => ({}) },
  ];
  for (const endpoint of endpoints) commonRows(endpoint, COMMON_WORDING);
});

section('Generation', () => {
  field('generationId · string · "Generation identifier."', [], async () => {
    const { 'service-2': one, 'service-3.5': other } = await sample();
    expectText(one);
    expect(other).not.toBe(one);
  });

  field('apiProjectId · string · "Owning project."', [], async () => {
    const { apiProjectId, 'service-2': generationId } = await sample();
    expect((await post(PROGRESS, { apiProjectId, generationId }, target.apiKey)).status).toBe(200);
    const other = await createProject();
    expectRefusal(await post(PROGRESS, { apiProjectId: other.apiProjectId, generationId }, target.apiKey), 404);
  });

  for (const model of MODELS) {
    field(`model · string · "Input on creation" (${model})`, [], async () => {
      const { apiProjectId } = await uploadedProject();
      const { status, json } = await start(model, apiProjectId, {}, { model });
      expect(status).toBe(200);
      await settled({ apiProjectId, generationId: json.generationId });
      const { generations } = await work(LIST_GENERATIONS, { apiProjectId });
      expect(generations.map(({ modelKey }: { modelKey: string }) => modelKey)).toEqual([model]);
    });

    field(`modelKey · string · "Model of the generation as returned in listings" (${model})`, [], async () => {
      const { apiProjectId, [model]: generationId } = await sample();
      const { generations } = await work(LIST_GENERATIONS, { apiProjectId });
      const listed = generations.find((one: { generationId: string }) => one.generationId === generationId);
      expect(listed.modelKey).toBe(model);
    });
  }

  field('status · string', [], async () => {
    const { apiProjectId, 'service-2': generationId } = await sample();
    expect((await work(PROGRESS, { apiProjectId, generationId })).status).toBe('complete');
  });

  field('sampling · object · "Optional input on creation … a preset text field is used"', [], async () => {
    const { apiProjectId } = await uploadedProject();
    const { status, json } = await start('service-3.5', apiProjectId, {}, { sampling: { preset: 'natural' } });
    expect(status).toBe(200);
    expect((await settled({ apiProjectId, generationId: json.generationId })).status).toBe('complete');
    expectRefusal(await start('service-3.5', apiProjectId, {}, { sampling: 'natural' }), 400);
    expectRefusal(await start('service-3.5', apiProjectId, {}, { sampling: { preset: 7 } }), 400);
  });

  field('params · object · "Optional free-form input on creation."', [], async () => {
    const { apiProjectId } = await uploadedProject();
    expect((await start('service-2', apiProjectId, {}, { params: { attempt: 'a', more: [{}] } })).status).toBe(200);
    expectRefusal(await start('service-2', apiProjectId, {}, { params: [1] }), 400);
  });

  field('downloadUrl · string · "Returned by the download operation; signed URL of the output."', [], async () => {
    const { apiProjectId, 'service-2': generationId } = await sample();
    const { downloadUrl } = await work(DOWNLOAD, { apiProjectId, generationId, downloadType: 'audio' });
    expect(new URL(downloadUrl).protocol).toMatch(/^https?:$/);
    const got = await send(downloadUrl, { method: 'GET' });
    expect(got.status).toBe(200);
    // Signed: another object's or nobody's signature opens nothing.
    const forged = new URL(downloadUrl);
    const [name, value] = [...forged.searchParams].reduce((one, next) => (next[1].length > one[1].length ? next : one));
    forged.searchParams.set(name, value.startsWith('A') ? `B${value.slice(1)}` : `A${value.slice(1)}`);
    const refused = await send(forged.href, { method: 'GET' });
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(refused.status).toBeLessThan(500);
  });

  row('States · "a polling client treats complete and failed as final" (complete stays)', [], async () => {
    const { apiProjectId, 'service-3.5': generationId } = await sample();
    for (let poll = 0; poll < 3; poll++) {
      expect((await work(PROGRESS, { apiProjectId, generationId })).status).toBe('complete');
    }
  });

  row('States · "Polling progress also yields failed"', [], async () => {
    expect((await work(PROGRESS, await failure())).status).toBe('failed');
  });
});
