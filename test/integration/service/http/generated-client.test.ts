import { createConfig, lintFromString } from '@redocly/openapi-core';
import { OpenAPIClientAxios } from 'openapi-client-axios';
import { expect, test } from 'vitest';
import { OPERATIONS } from '../../../../shared/service-api/operations/all.ts';
import { startService } from '../../../harness/service/test-service.ts';

// Both read nothing but the document, as strangers' tools do.

interface Problem {
  readonly ruleId: string;
  readonly message: string;
  readonly location: readonly { readonly pointer?: string | undefined }[];
}

async function lint(source: string) {
  // Preflights, and the document itself, refuse nothing.
  const config = await createConfig({ extends: ['recommended-strict'], rules: { 'operation-4xx-response': 'off' } });
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config });
  return problems.map(({ ruleId, message, location }: Problem) => `${ruleId}: ${message} ${location[0]?.pointer}`);
}

test('a linter finds nothing to say about the document, and would find an operation without its id', async () => {
  const service = await startService({ rehearsal: true });
  const source = await (await fetch(`${service.baseUrl}/openapi.json`)).text();
  expect(await lint(source)).toEqual([]);
  expect(await lint(source.replace('"operationId":"list_projects",', ''))).toEqual([
    expect.stringContaining('operation-operationId'),
  ]);
});

test('a client generated from the document walks from a recording to its result', async () => {
  const service = await startService();
  const api = new OpenAPIClientAxios({
    definition: `${service.baseUrl}/openapi.json`,
    withServer: { url: service.baseUrl },
  });
  const client = await api.init();
  const named = new Set(api.getOperations().map(({ operationId }: { operationId?: string }) => operationId));
  const ours = OPERATIONS.filter(({ path }) => path !== '/portal/rehearsal');
  for (const { path } of ours) expect(named).toContain(path.replace(/^\/(v1\/)?/, '').replace(/[^A-Za-z0-9]+/g, '_'));

  const call = async (operation: string, body: object, headers: Readonly<Record<string, string>> = {}) => {
    const run = client[operation];
    if (run === undefined) throw new Error(`${operation} was not generated`);
    return (await run(undefined, body, { headers: { 'x-api-key': service.apiKey, ...headers } })).data;
  };
  const described = { originalFileName: 'take 1.wav', contentType: 'audio/wav' };
  const project = await call('create_project', described, { 'Idempotency-Key': 'take 1' });
  const { apiProjectId, uploadUrl } = project;
  expect((await call('create_project', described, { 'Idempotency-Key': 'take 1' })).apiProjectId).toBe(apiProjectId);

  const signed = new URL(uploadUrl).searchParams;
  const parameters = { projectId: apiProjectId, ...Object.fromEntries(signed) };
  const uploaded = await client.upload?.(parameters, 'samples', { headers: { 'content-type': 'audio/wav' } });
  expect(uploaded?.data).toMatchObject({ status: 'uploaded', bytes: 7 });

  const { generationId } = await call('service_3_5_generation', { apiProjectId, sampling: { preset: 'calm' } });
  const ids = { apiProjectId, generationId };
  const { generations } = await call('list_project_generations', { apiProjectId, limit: 1 });
  expect(generations).toMatchObject([{ generationId, modelKey: 'service-3.5' }]);
  await expect.poll(async () => (await call('get_generation_progress', ids)).status).toBe('complete');

  const { downloadUrl } = await call('get_generation_download', { ...ids, downloadType: 'audio' });
  const link = new URL(downloadUrl).searchParams;
  const query = Object.fromEntries(link);
  const result = await client.download?.({ generationId, downloadType: 'audio', ...query }, null, {
    responseType: 'text',
  });
  expect([result?.status, result?.data]).toEqual([200, 'samples']);
});
