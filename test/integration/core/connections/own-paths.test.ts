/** A service that creates and lists projects at paths of its own, as the specification allows. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { openTestDesk, presetFor, waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { writeTakes } from '../../../harness/desk/scripted-stage.ts';
import { createFakeEngine } from '../../../harness/engine/fake-engine.ts';
import { listen } from '../../../harness/remote/listen.ts';
import { startService } from '../../../harness/service/test-service.ts';

const PATHS = { createProject: '/v2/projects/new', listProjects: '/v2/projects/all' };

/** The built-in service behind other paths. The first creation happens, and its answer is lost. */
async function startMovedService() {
  const service = await startService();
  const usual: Readonly<Record<string, string>> = {
    [PATHS.createProject]: '/v1/create_project',
    [PATHS.listProjects]: '/v1/list_projects',
    '/v1/create_project': '/gone',
    '/v1/list_projects': '/gone',
  };
  const asked: string[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { url = '', headers } = request;
    let body = '';
    for await (const part of request) body += part;
    asked.push(url);
    const { authorization = '' } = headers;
    const init = { method: 'POST', headers: { authorization, 'content-type': 'application/json' }, body };
    const given = await fetch(service.baseUrl + (usual[url] ?? url), init);
    const text = await given.text();
    if (asked.length === 1) return request.socket.destroy();
    response.writeHead(given.status, { 'content-type': 'application/json' }).end(text);
  };
  const { close, origin } = await listen(createServer((request, response) => void answer(request, response)));
  onTestFinished(close);
  return { service, origin, asked };
}

test('a run creates its project, and looks for one that it may have lost, at the paths of its connection', {
  tags: 'long',
}, async () => {
  const { service, origin, asked } = await startMovedService();
  const folder = temporaryFolder();
  const takes = writeTakes(path.join(folder, 'in'), 1);
  const { client } = openTestDesk(path.join(folder, 'data'), {}, { spawn: createFakeEngine().spawn });
  const prices = { 'service-2': null, 'service-3.5': null };
  const details = { name: 'S', baseUrl: origin, headerStyle: 'bearer', prices, key: service.apiKey } as const;
  const { id: connectionId } = await client.connections.add({ ...details, paths: PATHS });
  const preset = presetFor(['service-2'], path.join(folder, 'out'));
  const { jobIds } = await client.queue.add({ paths: [takes], preset, start: true, connectionId });
  await waitForJob(client, jobIds[0] ?? '', ({ state }) => state.kind === 'done');
  expect(asked.slice(0, 3)).toEqual([PATHS.createProject, PATHS.listProjects, PATHS.createProject]);
  expect(asked.filter((one) => /create_project|list_projects/.test(one))).toEqual([]);
  expect(asked.filter((one) => one.endsWith('-generation'))).toHaveLength(1);
});
