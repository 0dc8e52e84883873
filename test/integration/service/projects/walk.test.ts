import { expect, test } from 'vitest';
import {
  readCreatedProject,
  readDownload,
  readError,
  readListedGenerations,
  readProgress,
  readStartedGeneration,
} from '../../../../shared/service-api/answers.ts';
import { DEFAULT_PATHS } from '../../../../shared/service-api/routes.ts';
import { keptLog, startService } from '../../../harness/service/test-service.ts';

test('a client of the specification can read its answers', async () => {
  const log = keptLog();
  const service = await startService({ log });
  const created = await service.post(DEFAULT_PATHS.createProject, {
    originalFileName: 'a.flac',
    contentType: 'audio/flac',
  });
  expect(readCreatedProject(created.body)).toMatchObject({ uploadMethod: 'PUT', contentType: 'audio/flac' });
  const { apiProjectId } = await service.uploadedProject('samples');
  const started = await service.post(DEFAULT_PATHS.startGeneration['service-2'], { apiProjectId });
  const generation = readStartedGeneration(started.body);
  expect(generation?.status).toBe('queued');
  const ids = { apiProjectId, generationId: generation?.generationId ?? '' };
  expect(readProgress(await service.settled(ids))).toMatchObject({ status: 'complete', progress: 1, error: null });
  const listed = await service.post(DEFAULT_PATHS.listGenerations, { apiProjectId });
  expect(readListedGenerations(listed.body)?.generations).toHaveLength(1);
  const download = await service.post(DEFAULT_PATHS.generationDownload, ids);
  expect(readDownload(download.body)?.downloadUrl).toContain(service.baseUrl);
  const refused = await service.post(DEFAULT_PATHS.listGenerations, { apiProjectId: 'unknown' });
  expect(readError(refused.body).message).not.toBe('');
  // Each change of the status is announced once, in order.
  const statuses = log.lines.map((line) => /"status":"(\w+)"/.exec(line)?.[1]);
  expect(statuses.filter((status) => status !== undefined)).toEqual(['queued', 'processing', 'complete']);
});

test('a medium is uploaded, restored and downloaded', async () => {
  const service = await startService();
  const { apiProjectId } = await service.uploadedProject('samples');
  const listed = await service.post(DEFAULT_PATHS.listProjects, {});
  expect(listed.body).toEqual({ projects: [{ apiProjectId, status: 'uploaded', originalFileName: 'take 1.wav' }] });

  const started = await service.post(DEFAULT_PATHS.startGeneration['service-3.5'], { apiProjectId });
  expect(started.status).toBe(200);
  expect(started.body).toMatchObject({ apiProjectId, modelKey: 'service-3.5', status: 'queued' });

  const progress = await service.settled(started.body);
  expect(progress).toMatchObject({ status: 'complete', progress: 1, error: null, errorDetails: null, hasVideo: false });
  expect(progress.stages.map((stage: { name: string }) => stage.name)).toEqual([
    'preparing',
    'analyzing',
    'restoring',
    'encoding',
  ]);

  for (const [downloadType, contentType] of [
    ['audio', 'audio/wav'],
    ['mp3', 'audio/mpeg'],
    ['flac', 'audio/flac'],
  ]) {
    const download = await service.post(DEFAULT_PATHS.generationDownload, { ...started.body, downloadType });
    const response = await fetch(download.body.downloadUrl);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(contentType);
    expect(await response.text()).toBe('samples');
  }
});
