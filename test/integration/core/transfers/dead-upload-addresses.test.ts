import { expect, test } from 'vitest';
import { waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { isDone, openStage } from '../../../harness/desk/scripted-stage.ts';
import { startStorage } from '../../../harness/remote/storage-host.ts';

test('an upload address that always disconnects is replaced by a new one', { tags: 'long' }, async () => {
  const stage = await openStage();
  // As a storage that refuses at once and closes: the rest that it never reads makes a reset of its answer.
  const dead = await startStorage((request, response) => {
    if (request.method === 'HEAD') response.writeHead(403).end();
    else request.socket.destroy();
  });
  const created: string[] = [];
  stage.service.override('/v1/create_project', () => {
    created.push('project');
    if (created.length > 1) return null;
    const body = { apiProjectId: 'dead', uploadUrl: `${dead.origin}/up?token=opaque`, uploadMethod: 'PUT' };
    return { status: 200, body };
  });
  await waitForJob(stage.desk.client, await stage.begin(), isDone);
  expect(dead.requests.filter(({ method }) => method === 'PUT')).toHaveLength(2);
  expect(created).toHaveLength(2);
  expect(stage.service.uploads).toHaveLength(1);
  expect(stage.service.generations).toHaveLength(1);
});
