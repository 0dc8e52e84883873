/** What a storage refuses for good, or a service answers unreadably: few projects, no needless bytes, and a sentence that says why. */

import { expect, test } from 'vitest';
import { waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { isDone, openStage } from '../../../harness/desk/scripted-stage.ts';
import type { ScriptedAnswer } from '../../../harness/remote/scripted-service.ts';
import { startStorage } from '../../../harness/remote/storage-host.ts';

type Stage = Awaited<ReturnType<typeof openStage>>;

const isOver = ({ state }: { state: { kind: string } }) => state.kind === 'failed' || state.kind === 'done';

/** A storage that answers every upload once it is whole. */
async function stageWithStorage(status: () => number, body = '', type = 'text/plain', method = 'PUT') {
  const stage = await openStage();
  const storage = await startStorage((request, response) => {
    if (request.method === 'HEAD') response.writeHead(403).end();
    else request.on('end', () => response.writeHead(status(), { 'content-type': type }).end(body));
  });
  let projects = 0;
  stage.service.override('/v1/create_project', () => {
    projects += 1;
    const uploadUrl = `${storage.origin}/up/${projects}?token=opaque`;
    return { status: 200, body: { apiProjectId: `p-${projects}`, uploadUrl, uploadMethod: method } };
  });
  const sent = () => storage.requests.filter((one) => one.method !== 'HEAD');
  return { stage, sent, projects: () => projects };
}

async function failed({ desk }: Stage, jobId: string) {
  const { state } = await waitForJob(desk.client, jobId, isOver);
  return state.kind === 'failed' ? state.error : expect.fail(state.kind);
}

const S3_WORDS = '<?xml version="1.0"?><Error><Code>X</Code><Message>Not\u001b[31m this one</Message></Error>';

test.each([
  [413, 'too large for the service’s storage'],
  [415, 'doesn’t accept this type of file'],
  [422, 'doesn’t accept this upload'],
  [501, 'doesn’t accept this upload'],
])('an upload answered %d is sent once, for one project, and the row says why', async (status, words) => {
  const { stage, sent, projects } = await stageWithStorage(() => status, S3_WORDS, 'application/xml');
  const error = await failed(stage, await stage.begin());
  expect(error.userMessage).toContain(words);
  expect(error.userMessage).toContain('The service says: “Not [31m this one”');
  expect([sent().length, projects(), stage.service.startRequests.length]).toEqual([1, 1, 0]);
});

test('a retry after a refused upload goes to the same address of the same project', async () => {
  let status = 413;
  const { stage, sent, projects } = await stageWithStorage(() => status);
  stage.service.projects.push({ apiProjectId: 'p-1', job: '', recording: 'take.wav' });
  const jobId = await stage.begin();
  await failed(stage, jobId);
  status = 200;
  await stage.desk.client.queue.retry({ jobIds: [jobId] });
  await waitForJob(stage.desk.client, jobId, ({ state }) => !/queued|prep|upl|wait|fail/.test(state.kind));
  expect([sent().map(({ path }) => path), projects()]).toEqual([['/up/1?token=opaque', '/up/1?token=opaque'], 1]);
});

test('an address that answers 403 is renewed twice, not more', async () => {
  const { stage, sent, projects } = await stageWithStorage(() => 403, '{"error":"Signature mismatch"}');
  const error = await failed(stage, await stage.begin());
  expect(error).toMatchObject({ code: 'uploadNotAccepted' });
  expect(error.userMessage).toContain('“Signature mismatch”');
  expect([sent().length, projects()]).toEqual([3, 3]);
});

test('an address that has expired by the storage’s words is renewed, whatever its status', async () => {
  let answers = 0;
  const expired = '<Error><Code>ExpiredToken</Code><Message>The provided token has expired.</Message></Error>';
  const { stage, sent } = await stageWithStorage(() => (++answers === 1 ? 400 : 200), expired, 'application/xml');
  stage.service.projects.push({ apiProjectId: 'p-2', job: '', recording: 'take.wav' });
  await waitForJob(stage.desk.client, await stage.begin(), ({ state }) => !/queued|prep|upl|wait/.test(state.kind));
  expect(sent().map(({ path }) => path.slice(0, 5))).toEqual(['/up/1', '/up/2']);
});

test.each([
  ['PATCH', 'PATCH'],
  ['put', 'PUT'],
])('an upload by %s is sent as the service asks for it', async (asked, used) => {
  const { stage, sent } = await stageWithStorage(() => 200, '', 'text/plain', asked);
  stage.service.projects.push({ apiProjectId: 'p-1', job: '', recording: 'take.wav' });
  await waitForJob(stage.desk.client, await stage.begin(), ({ state }) => !/queued|prep|upl|wait/.test(state.kind));
  expect(sent().map(({ method }) => method)).toEqual([used]);
});

test('a service that wants uploads by DELETE is not obeyed, and asked for one project', async () => {
  const { stage, sent, projects } = await stageWithStorage(() => 200, '', 'text/plain', 'DELETE');
  expect(await failed(stage, await stage.begin())).toMatchObject({ code: 'unsafeAddress' });
  expect([sent().length, projects()]).toEqual([0, 1]);
});

/** A service that creates projects and answers so that nobody learns which. */
async function unclearStage(answer: ScriptedAnswer, listing?: (job: string, projects: number) => unknown) {
  const stage = await openStage();
  let projects = 0;
  let job = '';
  stage.service.override('/v1/create_project', ({ params }) => {
    job = String((params as { job?: unknown }).job);
    projects += 1;
    stage.service.projects.push({ apiProjectId: `p-${projects}`, job, recording: 'take.wav' });
    return answer;
  });
  if (listing !== undefined) {
    stage.service.override('/v1/list_projects', () => ({ status: 200, body: listing(job, projects) }));
  }
  return { stage, projects: () => projects };
}

test.each<readonly [string, ScriptedAnswer]>([
  ['lacks an id', { status: 200, body: { status: 'created' } }],
  ['is a page', { status: 200, body: '<html>', headers: { 'content-type': 'text/html' } }],
  ['breaks off', { status: 200, body: {}, headers: { 'content-length': '500', connection: 'close' } }],
])('a service whose answer to creation %s is left two projects at most', async (_, answer) => {
  const { stage, projects } = await unclearStage(answer);
  const jobId = await stage.begin();
  const error = await failed(stage, jobId);
  expect([error.code, projects()]).toEqual(['creationUnclear', 2]);
  await stage.desk.client.queue.retry({ jobIds: [jobId] });
  await waitForJob(stage.desk.client, jobId, ({ state }) => state.kind !== 'failed');
  await failed(stage, jobId);
  expect(projects()).toBe(3);
});

test('a project whose creation was answered unreadably is taken from the listing, when that names the job', {
  tags: 'long',
}, async () => {
  const { stage, projects } = await unclearStage({ status: 200, body: {} }, (job) => ({
    projects: [
      { apiProjectId: 'other', originalFileName: 'take.wav', uploadUrl: 'http://127.0.0.1:9/', params: { job: 'x' } },
      {
        apiProjectId: 'p-1',
        originalFileName: 'take.wav',
        uploadUrl: `${stage.service.baseUrl}/upload/p-1?signature=s`,
        params: { job },
      },
    ],
  }));
  await waitForJob(stage.desk.client, await stage.begin(), isDone);
  expect([projects(), stage.service.uploads.length, stage.service.startRequests.length]).toEqual([1, 1, 1]);
  expect(stage.service.generations[0]?.apiProjectId).toBe('p-1');
});

test('when the listing shows that nothing was created, a project is created however often the answer was lost', {
  tags: 'long',
}, async () => {
  const stage = await openStage();
  let calls = 0;
  stage.service.override('/v1/create_project', () => {
    calls += 1;
    return calls > 4 ? null : { status: 200, body: {} };
  });
  await waitForJob(stage.desk.client, await stage.begin(), isDone);
  expect([calls, stage.service.projects.length]).toEqual([5, 1]);
});
