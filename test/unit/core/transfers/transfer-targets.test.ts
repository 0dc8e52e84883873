import { expect, test } from 'vitest';
import { createHttp } from '../../../../electron/core/api/http.ts';
import { undiciNetwork } from '../../../../electron/core/api/network.ts';
import { createServiceClient } from '../../../../electron/core/api/service-client.ts';
import type { QueueContext } from '../../../../electron/core/queue/parts/queue-context.ts';
import { upload } from '../../../../electron/core/queue/stages/upload.ts';
import {
  readUploadTarget,
  resumableUpload,
  sealUploadTarget,
} from '../../../../electron/core/queue/stages/upload-target.ts';
import type { JobRow, RecordingRow } from '../../../../electron/core/store/schema.ts';
import { systemClock } from '../../../../electron/platform/time/clock.ts';
import type { GenerationState } from '../../../../shared/domain/generation-state.ts';
import { DEFAULT_PATHS } from '../../../../shared/service-api/routes.ts';

const http = createHttp(systemClock, undiciNetwork);
const clientWith = (key: string, baseUrl = 'https://api.example.test') =>
  createServiceClient(http, { baseUrl: new URL(baseUrl), key, headerStyle: 'bearer', paths: DEFAULT_PATHS });
const recording = { name: 'take.wav', path: '/takes/take.wav', contentHash: 'ab'.repeat(32) } as RecordingRow;
const address = 'https://storage.example.test/u?expires=2000000000000&signature=s';
const target = { url: new URL(address), method: 'PUT', contentType: 'audio/wav' } as const;
const job = { id: 'job-1', projectId: 'project-1' } as JobRow;
const now = Date.UTC(2026, 10, 20);
const sealed = sealUploadTarget(clientWith('key'), job, recording, target);

test('an upload that was begun goes on at its address, with the same key, for the same content, until the address expires', () => {
  const begun = { ...job, uploadAddress: sealed };
  expect(sealed).not.toContain('signature');
  expect(resumableUpload(clientWith('key'), begun, recording, now)).toEqual(target);
  expect(resumableUpload(clientWith('other'), begun, recording, now)).toBeNull();
  expect(resumableUpload(clientWith('key'), { ...begun, id: 'job-2' }, recording, now)).toBeNull();
  expect(resumableUpload(clientWith('key'), begun, { ...recording, contentHash: 'cd'.repeat(32) }, now)).toBeNull();
  expect(resumableUpload(clientWith('key'), begun, recording, 2_000_000_000_001)).toBeNull();
  expect(resumableUpload(clientWith('key'), { ...begun, projectId: null }, recording, now)).toBeNull();
  expect(resumableUpload(clientWith('key'), { ...begun, uploadAddress: null }, recording, now)).toBeNull();
  expect(resumableUpload(clientWith('key'), { ...begun, uploadAddress: 'nonsense' }, recording, now)).toBeNull();
  expect(sealUploadTarget(clientWith('key'), job, { ...recording, contentHash: null }, target)).toBeNull();
});

test.each(['GET', 'head', 'OPTIONS', 'DELETE', 'CONNECT', 'Trace', 'PUT\r\nX-A: b', 'P', ''])(
  'a service that wants uploads with %j is not obeyed',
  (method) => {
    const project = { apiProjectId: 'p', uploadUrl: address, uploadMethod: method, contentType: undefined };
    expect(() => readUploadTarget(project, clientWith('key'), recording)).toThrow(
      expect.objectContaining({ code: 'unsafeAddress' }),
    );
  },
);

test('a content type that is none is left out of the request', () => {
  const read = (contentType: string) =>
    readUploadTarget(
      { apiProjectId: 'p', uploadUrl: address, uploadMethod: 'put', contentType },
      clientWith('key'),
      recording,
    );
  expect(read('audio/x-wav; rate=8000')).toMatchObject({ method: 'PUT', contentType: 'audio/x-wav; rate=8000' });
  expect(read('audio/wav\r\nauthorization: x').contentType).toBe('audio/wav');
});

test.each<GenerationState>([
  { kind: 'intent', attemptId: 'a' },
  { kind: 'unknown', attemptId: 'a', since: 0 },
  { kind: 'needs-you', attemptId: 'a', since: 0 },
  { kind: 'started', remoteId: 'g' },
  { kind: 'processing', remoteId: 'g' },
  { kind: 'complete', remoteId: 'g' },
])('while something is $kind on its project, a job keeps the project and sends nothing', async (state) => {
  const steps: unknown[] = [];
  const context = {
    ports: { pass: () => undefined },
    store: {
      generations: {
        ofJob: () => [
          { projectId: job.projectId, state },
          { projectId: null, state: { kind: 'ready' } },
        ],
      },
      jobs: { update: (_: string, change: unknown) => steps.push(change) },
      progress: (work: () => void) => work(),
    },
    transitions: { job: (_: string, event: unknown) => steps.push(event) },
  } as unknown as QueueContext;
  const next = await upload(context, job, new AbortController().signal);
  expect(next).toMatchObject({ kind: 'enter', stage: 'ready', changes: { uploadAddress: null } });
  expect(steps).toEqual([]);
});
