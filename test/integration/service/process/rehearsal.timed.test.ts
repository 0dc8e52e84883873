import { expect, test } from 'vitest';
import { DEFAULT_PATHS, LOCAL_PATHS } from '../../../../shared/service-api/routes.ts';
import { type postJson, readAnswer, startService, type TestService } from '../../../harness/service/test-service.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const PLAIN = {
  latencyMs: 0,
  restorationDelayMs: 0,
  rateLimitPerMinute: null,
  declinePayments: false,
  faults: [],
  now: expect.any(String),
};

interface RehearsedService extends TestService {
  rehearse(change: Record<string, unknown>): ReturnType<typeof postJson>;
}

async function startRehearsal(): Promise<RehearsedService> {
  const service = await startService({ rehearsal: true });
  return { ...service, rehearse: (change) => service.post(LOCAL_PATHS.rehearsal, change, service.adminKey) };
}

const createProject = (service: TestService) =>
  service.post(DEFAULT_PATHS.createProject, { originalFileName: 'a.wav', contentType: 'audio/wav' });

async function projectCount(service: TestService): Promise<number> {
  return (await service.post(DEFAULT_PATHS.listProjects, {})).body.projects.length;
}

test('there is no rehearsal unless it was asked for at the start', async () => {
  const service = await startService();
  for (const key of [service.adminKey, service.apiKey, null]) {
    expect((await service.post(LOCAL_PATHS.rehearsal, {}, key)).status).toBe(404);
  }
  expect((await fetch(`${service.baseUrl}${LOCAL_PATHS.rehearsal}`)).status).toBe(404);
});

test('it needs an admin key, refuses unknown fields and reports its state', async () => {
  const service = await startRehearsal();
  expect((await service.post(LOCAL_PATHS.rehearsal, {}, null)).status).toBe(401);
  expect((await service.post(LOCAL_PATHS.rehearsal, {})).status).toBe(403);
  expect((await fetch(`${service.baseUrl}${LOCAL_PATHS.rehearsal}`)).status).toBe(405);
  expect((await service.rehearse({})).body).toEqual(PLAIN);
  const faults = [{ path: '/v1/*', kind: '503', times: 2 }];
  for (const wrong of [
    { latency: 5 },
    { latencyMs: -1 },
    { latencyMs: 0.5 },
    { rateLimitPerMinute: 0 },
    { faults: [{ path: '*', kind: '418', times: 1 }] },
    { faults: [{ path: '*', kind: '500', times: 0 }] },
    { faults: {} },
    { moveClockMs: 0 },
    { moveClockMs: -DAY_MS },
    { expireLinks: false },
    { reset: 1 },
  ]) {
    expect((await service.rehearse(wrong)).status).toBe(400);
  }
  expect((await service.rehearse({})).body).toEqual(PLAIN);
  const changed = await service.rehearse({ latencyMs: 1, declinePayments: true, faults });
  expect(changed.body).toEqual({ ...PLAIN, latencyMs: 1, declinePayments: true, faults });
  expect((await service.rehearse({ latencyMs: 0 })).body).toEqual({ ...PLAIN, declinePayments: true, faults });
  expect((await service.rehearse({ reset: true, latencyMs: 2 })).body).toEqual({ ...PLAIN, latencyMs: 2 });
});

test('every change is in the audit log, reading is not', async () => {
  const service = await startRehearsal();
  await service.rehearse({});
  await service.rehearse({ latencyMs: 0, declinePayments: true });
  await service.rehearse({ moveClockMs: DAY_MS });
  const { body } = await service.post('/portal/audit/list', {}, service.adminKey);
  const changes = body.entries.filter((entry: { action: string }) => entry.action === 'rehearsal.changed');
  expect(changes.map((entry: { details: unknown }) => entry.details)).toEqual([
    { moveClockMs: DAY_MS },
    { latencyMs: 0, declinePayments: true },
  ]);
});

test("latency slows every call except the rehearsal's own", async () => {
  const service = await startRehearsal();
  await service.rehearse({ latencyMs: 300 });
  const timed = async (work: () => Promise<unknown>) => {
    const began = performance.now();
    await work();
    return performance.now() - began;
  };
  expect(await timed(() => projectCount(service))).toBeGreaterThanOrEqual(295);
  expect(await timed(() => service.rehearse({}))).toBeLessThan(295);
  expect(await timed(() => fetch(`${service.baseUrl}/storage/downloads/none/audio`))).toBeGreaterThanOrEqual(295);
  // A clock that goes forward ends the wait.
  await service.rehearse({ latencyMs: 3_600_000 });
  const waiting = projectCount(service);
  await service.rehearse({ moveClockMs: 3_600_000, latencyMs: 0 });
  expect(await waiting).toBe(0);
});

test.each([
  ['500', 500],
  ['503', 503],
  ['429', 429],
] as const)('a fault %s meets as many calls as it was told and none of them does anything', async (kind, status) => {
  const service = await startRehearsal();
  await service.rehearse({ faults: [{ path: DEFAULT_PATHS.createProject, kind, times: 2 }] });
  const answers = [await createProject(service), await createProject(service)];
  for (const answer of answers) {
    expect(answer.status).toBe(status);
    expect(answer.headers.get('retry-after')).toBe(status === 429 ? '1' : null);
  }
  expect(await projectCount(service)).toBe(0);
  expect((await service.rehearse({})).body.faults).toEqual([]);
  expect((await createProject(service)).status).toBe(200);
  expect(await projectCount(service)).toBe(1);
});

test('a call that is refused anyway does not use up a fault', async () => {
  const service = await startRehearsal();
  const faults = [{ path: '*', kind: '500', times: 1 }];
  await service.rehearse({ faults });
  const path = DEFAULT_PATHS.listProjects;
  expect((await service.post(path, {}, null)).status).toBe(401);
  expect((await service.post(DEFAULT_PATHS.createProject, {}, 'ctk_unknown')).status).toBe(401);
  expect((await fetch(`${service.baseUrl}${path}`)).status).toBe(405);
  expect((await fetch(`${service.baseUrl}${path}`, { method: 'OPTIONS' })).status).toBe(204);
  expect((await fetch(`${service.baseUrl}/v1/nowhere`, { method: 'POST' })).status).toBe(404);
  expect((await service.rehearse({})).body.faults).toEqual(faults);
  expect((await service.post(path, {})).status).toBe(500);
});

test('a pattern never matches the portal, an exact path does', async () => {
  const service = await startRehearsal();
  await service.rehearse({
    faults: [
      { path: '*', kind: '503', times: 9 },
      { path: '/portal/*', kind: '503', times: 9 },
    ],
  });
  const cancel = () => service.post(LOCAL_PATHS.cancelGeneration, { generationId: 'none', apiProjectId: 'none' });
  expect((await cancel()).status).toBe(404);
  await service.rehearse({
    faults: [
      { path: LOCAL_PATHS.cancelGeneration, kind: '503', times: 1 },
      { path: LOCAL_PATHS.rehearsal, kind: '500', times: 1 },
    ],
  });
  expect((await cancel()).status).toBe(503);
  expect((await service.rehearse({})).status).toBe(500);
  expect((await service.rehearse({})).body.faults).toEqual([]);
});

test('a connection dropped before the effect has no effect, one dropped after has the whole effect', async () => {
  const service = await startRehearsal();
  await service.rehearse({
    faults: [
      { path: DEFAULT_PATHS.createProject, kind: 'drop-before', times: 1 },
      { path: DEFAULT_PATHS.createProject, kind: 'drop-after', times: 1 },
    ],
  });
  await expect(createProject(service)).rejects.toThrow('fetch failed');
  expect(await projectCount(service)).toBe(0);
  await expect(createProject(service)).rejects.toThrow('fetch failed');
  expect(await projectCount(service)).toBe(1);
  expect((await createProject(service)).status).toBe(200);
});

test('uploads and downloads get faults as well', async () => {
  const service = await startRehearsal();
  const { body: project } = await createProject(service);
  const upload = () =>
    fetch(project.uploadUrl, { method: 'PUT', headers: { 'content-type': 'audio/wav' }, body: 'samples' });
  await service.rehearse({
    faults: [
      { path: '/storage/uploads/*', kind: '503', times: 1 },
      { path: '/storage/uploads/*', kind: 'drop-before', times: 1 },
      { path: '/storage/uploads/*', kind: 'drop-after', times: 1 },
    ],
  });
  expect((await upload()).status).toBe(503);
  await expect(upload()).rejects.toThrow('fetch failed');
  const status = async () => (await service.post(DEFAULT_PATHS.listProjects, {})).body.projects[0].status;
  expect(await status()).toBe('created');
  await expect(upload()).rejects.toThrow('fetch failed');
  expect(await status()).toBe('uploaded');

  const { body: ids } = await service.post(DEFAULT_PATHS.startGeneration['service-2'], project);
  await service.settled(ids);
  const { body } = await service.post(DEFAULT_PATHS.generationDownload, ids);
  await service.rehearse({
    faults: [
      { path: '/storage/*', kind: '429', times: 1 },
      { path: '/storage/*', kind: 'drop-after', times: 1 },
    ],
  });
  const refused = await fetch(body.downloadUrl);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
  await expect(fetch(body.downloadUrl).then((response) => response.text())).rejects.toThrow();
  expect(await (await fetch(body.downloadUrl)).text()).toBe('samples');
});

test('a key that calls more often than the rehearsal allows waits; the portal does not', async () => {
  const service = await startRehearsal();
  await service.rehearse({ rateLimitPerMinute: 2 });
  const list = () => service.post(DEFAULT_PATHS.listProjects, {});
  expect([(await list()).status, (await list()).status]).toEqual([200, 200]);
  const refused = await list();
  expect([refused.status, refused.body.code]).toEqual([429, 'rateLimited']);
  const seconds = Number(refused.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(30);
  for (let call = 0; call < 4; call++) expect((await service.rehearse({})).status).toBe(200);
  await service.rehearse({ moveClockMs: seconds * 1000 });
  expect((await list()).status).toBe(200);
  expect((await list()).status).toBe(429);
  await service.rehearse({ rateLimitPerMinute: null });
  for (let call = 0; call < 4; call++) expect((await list()).status).toBe(200);
});

test('earlier links expire at once; new ones work', async () => {
  const service = await startRehearsal();
  const { body: project } = await createProject(service);
  const upload = (url: string) =>
    fetch(url, { method: 'PUT', headers: { 'content-type': 'audio/wav' }, body: 'samples' });
  await service.rehearse({ expireLinks: true });
  expect((await upload(project.uploadUrl)).status).toBe(403);
  const { apiProjectId } = await service.uploadedProject('samples');
  const { body: ids } = await service.post(DEFAULT_PATHS.startGeneration['service-2'], { apiProjectId });
  await service.settled(ids);
  const sign = async () => (await service.post(DEFAULT_PATHS.generationDownload, ids)).body.downloadUrl as string;
  const old = await sign();
  expect((await fetch(old)).status).toBe(200);
  await service.rehearse({ expireLinks: true });
  expect((await fetch(old)).status).toBe(403);
  const fresh = await sign();
  expect((await fetch(fresh)).status).toBe(200);
  // Two hours later it has expired by itself.
  await service.rehearse({ moveClockMs: 2 * 60 * 60 * 1000 });
  expect((await fetch(fresh)).status).toBe(403);
  expect((await fetch(await sign())).status).toBe(200);
});

test("restorations take as long as configured, on the rehearsal's clock", async () => {
  const service = await startRehearsal();
  await service.rehearse({ restorationDelayMs: DAY_MS });
  const { apiProjectId } = await service.uploadedProject('samples');
  const { body: ids } = await service.post(DEFAULT_PATHS.startGeneration['service-2'], { apiProjectId });
  const early = await service.post(DEFAULT_PATHS.generationDownload, ids);
  expect([early.status, early.body.code]).toEqual([409, 'notComplete']);
  await service.rehearse({ moveClockMs: DAY_MS - 60_000 });
  await expect(service.settled(ids, undefined, 300)).rejects.toThrow('did not end in time');
  await service.rehearse({ moveClockMs: 60_000 });
  expect(await service.settled(ids)).toMatchObject({ status: 'complete', error: null });
  expect((await service.post(DEFAULT_PATHS.generationDownload, ids)).status).toBe(200);
});

test('moving the clock forward applies to everything the service reports', async () => {
  const service = await startRehearsal();
  const before = Date.parse((await service.rehearse({})).body.now);
  const after = Date.parse((await service.rehearse({ moveClockMs: 40 * DAY_MS })).body.now);
  expect(after - before).toBeGreaterThanOrEqual(40 * DAY_MS);
  expect(after - before).toBeLessThan(40 * DAY_MS + 60_000);
  const later = Date.parse((await service.rehearse({ reset: true })).body.now);
  expect(later).toBeGreaterThanOrEqual(after);
});

test('differently written paths are the same call', async () => {
  const service = await startRehearsal();
  const encoded = (path: string) => path.replace('/v1/', '/%761/');
  expect((await service.post(encoded(DEFAULT_PATHS.listProjects), {})).status).toBe(200);
  await service.rehearse({ faults: [{ path: '/v1/*', kind: '503', times: 1 }], rateLimitPerMinute: 2 });
  expect((await service.post(encoded(DEFAULT_PATHS.listProjects), {})).status).toBe(503);
  expect((await service.post(encoded(DEFAULT_PATHS.listProjects), {})).status).toBe(200);
  expect((await service.post(encoded(DEFAULT_PATHS.listProjects), {})).status).toBe(429);

  const { apiProjectId, uploadUrl } = await service.uploadedProject('a', 'a.wav', service.adminKey);
  const path = `/storage/uploads/${apiProjectId}`;
  await service.rehearse({ faults: [{ path, kind: '500', times: 1 }] });
  const again = () => fetch(uploadUrl.replace('prj_', '%70rj_'), { method: 'HEAD' });
  expect((await again()).status).toBe(500);
  expect((await again()).status).toBe(200);
});

test('402 and 409 can be rehearsed, once each; every answer says whether a rehearsal is on', async () => {
  const service = await startRehearsal();
  const path = DEFAULT_PATHS.createProject;
  const offer = (answer: { readonly headers: Headers }) => answer.headers.get('cleartake-rehearsal');
  expect(offer(await service.post(DEFAULT_PATHS.listProjects, {}))).toBe('off');
  const faults = [
    { path, kind: '402', times: 1 },
    { path, kind: '409', times: 1 },
  ];
  expect(offer(await service.rehearse({ faults }))).toBe('on');
  const declined = await createProject(service);
  expect([declined.status, offer(declined)]).toEqual([402, 'on']);
  expect(offer(await service.post(DEFAULT_PATHS.listProjects, {}))).toBe('on');
  expect(declined.body).toMatchObject({ code: 'paymentFailed', billing: { invoiceId: null } });
  // Of itself this call never answers so: it isn't held to what is documented of it.
  const headers = { authorization: `Bearer ${service.apiKey}` };
  const conflicting = await readAnswer(await fetch(`${service.baseUrl}${path}`, { method: 'POST', headers }));
  // The last failure is used up, so the rehearsal is over.
  expect([conflicting.status, offer(conflicting)]).toEqual([409, 'off']);
  const made = await createProject(service);
  expect([made.status, offer(made)]).toEqual([200, 'off']);
  expect(await projectCount(service)).toBe(1);
  const plain = await startService();
  expect(offer(await plain.post(DEFAULT_PATHS.listProjects, {}))).toBeNull();
});
