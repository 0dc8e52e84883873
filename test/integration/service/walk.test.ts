import { expect, test } from 'vitest';
import { DEFAULT_PATHS } from '../../../shared/service-api/routes.ts';
import { settled, startService, uploadedProject } from './harness.ts';

test('a medium is uploaded, restored and downloaded', async () => {
  const service = await startService();
  const { apiProjectId } = await uploadedProject(service.post, 'samples');
  const listed = await service.post(DEFAULT_PATHS.listProjects, {});
  expect(listed.body).toEqual({
    projects: [{ apiProjectId, status: 'uploaded', originalFileName: 'take 1.wav' }],
  });

  const started = await service.post(DEFAULT_PATHS.startGeneration['service-3.5'], { apiProjectId });
  expect(started.status).toBe(200);
  expect(started.body).toMatchObject({ apiProjectId, modelKey: 'service-3.5', status: 'queued' });

  const progress = await settled(service.post, started.body);
  expect(progress).toMatchObject({ status: 'complete', progress: 1, error: null, errorDetails: null, hasVideo: false });
  expect(progress.stages.map((stage: { name: string }) => stage.name)).toEqual([
    'preparing',
    'analysing',
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
