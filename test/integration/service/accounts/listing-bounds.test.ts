import { expect, test } from 'vitest';
import { DEFAULT_PATHS } from '../../../../shared/service-api/routes.ts';
import { createFakeEngine } from '../../../harness/engine/fake-engine.ts';
import { editStore } from '../../../harness/service/accounts.ts';
import { startService } from '../../../harness/service/test-service.ts';

const MOST_PROJECTS = 20_000;
const MOST_GENERATIONS = 1000;
const START = DEFAULT_PATHS.startGeneration['service-2'];

/** Numbers from 1 on, in SQL. */
const NUMBERS =
  'with recursive numbers(number) as (select 1 union all select number + 1 from numbers where number < ?)';

test('an account has so many projects and no more, until it deletes one', async () => {
  const service = await startService();
  const create = () =>
    service.post(DEFAULT_PATHS.createProject, { originalFileName: 'a.wav', contentType: 'audio/wav' });
  const { apiProjectId } = (await create()).body;
  editStore(
    service,
    `insert into projects (project_id, user_id, key_id, status, original_file_name, content_type, created_at)
     ${NUMBERS} select 'prj_' || number, user_id, key_id, status, original_file_name, content_type, created_at
     from projects, numbers`,
    MOST_PROJECTS - 1,
  );
  const { status, body } = await create();
  expect([status, body.code]).toEqual([409, 'tooManyProjects']);
  expect(body.error).toContain('/portal/projects/delete');
  expect((await service.post(DEFAULT_PATHS.listProjects, {})).body.projects).toHaveLength(MOST_PROJECTS);

  expect((await service.post('/portal/projects/delete', { apiProjectId })).status).toBe(200);
  expect((await create()).status).toBe(200);
});

test('a project has so many generations and no more', async () => {
  const service = await startService({ spawn: createFakeEngine(() => ({ kind: 'hang' })).spawn });
  const { apiProjectId } = await service.uploadedProject('samples');
  const { generationId } = (await service.post(START, { apiProjectId })).body;
  editStore(
    service,
    `insert into generations (generation_id, project_id, user_id, key_id, model, status, created_at)
     ${NUMBERS} select 'gen_' || number, project_id, user_id, key_id, model, 'failed', created_at
     from generations, numbers`,
    MOST_GENERATIONS - 2,
  );
  expect((await service.post(START, { apiProjectId })).status).toBe(200);
  const { status, body } = await service.post(START, { apiProjectId });
  expect([status, body.code]).toEqual([409, 'tooManyGenerations']);
  const { generations } = (await service.post(DEFAULT_PATHS.listGenerations, { apiProjectId })).body;
  expect(generations).toHaveLength(MOST_GENERATIONS);
  expect(generations[0]).toMatchObject({ generationId, modelKey: 'service-2' });
  const other = await service.uploadedProject('samples');
  expect((await service.post(START, { apiProjectId: other.apiProjectId })).status).toBe(200);
});
