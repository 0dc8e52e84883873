import { expect, onTestFinished, test, vi } from 'vitest';
import { type Clock, systemClock } from '../../../../electron/platform/time/clock.ts';
import type { ServiceOptions } from '../../../../electron/service/service.ts';
import { DEFAULT_PATHS, LOCAL_PATHS } from '../../../../shared/service-api/routes.ts';
import { createAuthority } from '../../../harness/company/authority.ts';
import { createFakeEngine } from '../../../harness/engine/fake-engine.ts';
import { encryptedGate, openTestStorage, type TestStorage } from '../../../harness/s3/test-storage.ts';
import { keptLog, startService, type TestService } from '../../../harness/service/test-service.ts';
import { until } from '../../../harness/until.ts';

const START = DEFAULT_PATHS.startGeneration['service-2'];
const OTHER_START = DEFAULT_PATHS.startGeneration['service-3.5'];

/** A service's pauses are short, the rest takes its time. */
const HASTY: Clock = {
  ...systemClock,
  sleep: (ms, signal) => systemClock.sleep(ms > 2000 && ms < 20_000 ? 30 : ms, signal),
};

async function start(options: Partial<ServiceOptions> = {}): Promise<{ storage: TestStorage; service: TestService }> {
  const storage = await openTestStorage();
  for (const [name, value] of Object.entries(storage.environment)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  const { configuration, ...rest } = options;
  const settings = { ...configuration, storage: { endpoint: storage.endpoint } };
  const service = await startService({ storage: storage.address, configuration: settings, clock: HASTY, ...rest });
  return { storage, service };
}

const put = (url: string, body: string, type = 'audio/wav') =>
  fetch(url, { method: 'PUT', body, headers: { 'content-type': type } });

const download = async (service: TestService, ids: object, downloadType = 'audio') =>
  (await service.post(DEFAULT_PATHS.generationDownload, { ...ids, downloadType })).body.downloadUrl as string;

test('a medium goes to the storage and its outputs come from there', async () => {
  const { service, storage } = await start();
  const project = await service.createProject();
  const { apiProjectId, uploadUrl } = project;
  expect(uploadUrl).toContain(`${storage.endpoint}/recordings/studio/uploads/${apiProjectId}?`);
  expect(new URL(uploadUrl).searchParams.get('X-Amz-Expires')).toBe('7200');
  expect(new URL(uploadUrl).searchParams.get('X-Amz-SignedHeaders')).toBe('content-type;host');
  const before = await service.post(START, { apiProjectId });
  expect([before.status, before.body.code]).toEqual([409, 'notUploaded']);

  expect((await put(uploadUrl, 'samples')).status).toBe(200);
  const listed = await service.post(DEFAULT_PATHS.listProjects, {});
  expect(listed.body.projects).toEqual([{ apiProjectId, status: 'uploaded', originalFileName: 'take 1.wav' }]);
  const started = await service.post(START, { apiProjectId });
  expect(started.status).toBe(200);
  expect(await service.settled(started.body)).toMatchObject({ status: 'complete' });
  const keys = await storage.keys();
  expect(keys).toContain(`projects/${apiProjectId}/medium`);
  expect(keys.filter((key) => key.startsWith('uploads/'))).toEqual([]);

  for (const [type, contentType] of [
    ['audio', 'audio/wav'],
    ['mp3', 'audio/mpeg'],
  ] as const) {
    const url = await download(service, started.body, type);
    expect(url).toContain(`${storage.endpoint}/recordings/studio/projects/${apiProjectId}/`);
    const whole = await fetch(url);
    expect(whole.headers.get('content-type')).toBe(contentType);
    expect(whole.headers.get('content-disposition')).toContain('attachment; filename="take 1');
    expect(await whole.text()).toBe('samples');
    const part = await fetch(url, { headers: { range: 'bytes=2-4' } });
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 2-4/7', 'mpl']);
  }
  const deleted = await service.post(LOCAL_PATHS.deleteProject, { apiProjectId });
  expect(deleted.status).toBe(200);
  expect(await storage.keys()).toEqual([]);
});

test('an upload address takes one object, of its type and length, and nothing else', async () => {
  const { service, storage } = await start();
  const { uploadUrl } = await service.createProject();
  const at = (change: (url: URL) => void) => {
    const url = new URL(uploadUrl);
    change(url);
    return url.href;
  };
  const { body: bound } = await service.post(DEFAULT_PATHS.createProject, {
    originalFileName: 'a.wav',
    contentType: 'audio/wav',
    params: { contentLength: 7 },
  });
  const refused = [
    put(uploadUrl, 'samples', 'text/html'),
    put(
      at((url) => (url.pathname = url.pathname.replace('uploads/', 'projects/'))),
      'samples',
    ),
    put(
      at((url) => url.searchParams.set('X-Amz-Expires', '604800')),
      'samples',
    ),
    put(
      at((url) => url.searchParams.append('partNumber', '1')),
      'samples',
    ),
    fetch(uploadUrl),
    put(bound.uploadUrl, 'samples and more'),
  ];
  expect((await Promise.all(refused)).map(({ status }) => status)).toEqual(refused.map(() => 403));
  expect(await storage.keys()).toEqual([]);
  expect((await put(bound.uploadUrl, 'samples')).status).toBe(200);
});

test('an upload that one request cannot take goes through the service', async () => {
  const { service } = await start();
  const answer = await service.post(DEFAULT_PATHS.createProject, {
    originalFileName: 'a.wav',
    contentType: 'audio/wav',
    params: { contentLength: 6 * 1024 ** 3 },
  });
  expect(answer.body.uploadUrl).toContain(`${service.baseUrl}/storage/uploads/`);
  // Here it is shorter than it was said to be.
  expect((await put(answer.body.uploadUrl, 'samples')).status).toBe(200);
  const started = await service.post(START, { apiProjectId: answer.body.apiProjectId });
  expect(await service.settled(started.body)).toMatchObject({ status: 'complete' });
});

test('what arrives after a start changes nothing', async () => {
  const { service, storage } = await start();
  const { apiProjectId, uploadUrl } = await service.createProject();
  await put(uploadUrl, 'the first');
  await put(uploadUrl, 'the second');
  const started = await service.post(START, { apiProjectId });
  await put(uploadUrl, 'the third');
  await service.settled(started.body);
  const other = await service.post(OTHER_START, { apiProjectId });
  await service.settled(other.body);
  for (const { body } of [started, other]) {
    expect(await (await fetch(await download(service, body))).text()).toBe('the second');
  }
  expect((await storage.keys()).filter((key) => key.startsWith('uploads/'))).toEqual([]);
});

test('two starts at the same moment take one upload', async () => {
  const { service, storage } = await start();
  const { apiProjectId, uploadUrl } = await service.createProject();
  await put(uploadUrl, 'samples');
  const starts = await Promise.all([START, OTHER_START].map((path) => service.post(path, { apiProjectId })));
  expect(starts.map(({ status }) => status)).toEqual([200, 200]);
  expect(storage.requests.filter(({ headers }) => 'x-amz-copy-source' in headers)).toHaveLength(1);
});

test('an upload that does not fit into the account is removed, and its start refused', async () => {
  const { service, storage } = await start({ configuration: { storageQuotaBytes: 10 } });
  const { apiProjectId, uploadUrl } = await service.createProject();
  await put(uploadUrl, 'more than ten bytes');
  const started = await service.post(START, { apiProjectId });
  expect([started.status, started.body.code]).toEqual([409, 'storageQuotaExceeded']);
  expect(await storage.keys()).toEqual([]);
});

test('while the storage is away calls say so, restorations wait, and each is paid once', async () => {
  const outage = Promise.withResolvers<void>();
  let shut: () => void = () => undefined;
  const engine = createFakeEngine(() => {
    shut();
    outage.resolve();
    return { kind: 'copy' };
  });
  const log = keptLog();
  const prices = { 'service-2': 500, 'service-3.5': 2000 };
  const { service, storage } = await start({ spawn: engine.spawn, log, configuration: { prices } });
  const { apiProjectId, uploadUrl } = await service.createProject();
  const late = await service.createProject();
  await put(uploadUrl, 'samples');
  storage.shut();
  const refused = await service.post(START, { apiProjectId });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '10']);
  expect((await service.post(DEFAULT_PATHS.listProjects, {})).status).toBe(200);
  storage.open();
  shut = storage.shut;
  const started = await service.post(START, { apiProjectId });
  expect(started.status).toBe(200);
  await outage.promise;
  await until(() => log.lines.some((line) => line.includes('waits for the storage')));
  expect((await service.post(DEFAULT_PATHS.generationProgress, started.body)).body.status).toBe('processing');
  const gone = await service.post(LOCAL_PATHS.deleteProject, { apiProjectId: late.apiProjectId });
  expect(gone.status).toBe(200);
  shut = () => undefined;
  storage.open();
  expect(await service.settled(started.body)).toMatchObject({ status: 'complete' });
  expect(engine.started()).toBe(2);
  const usage = await service.post('/portal/billing/usage/list', {}, service.adminKey);
  expect(usage.body.usage).toHaveLength(1);
  expect(log.lines.join('\n')).not.toMatch(/X-Amz|AKIATEST|a secret for tests/);
});

test('a service starts without its storage, and waits for it', async () => {
  const { service, storage } = await start();
  const { apiProjectId, uploadUrl } = await service.createProject();
  await put(uploadUrl, 'samples');
  await service.close();
  storage.shut();
  const log = keptLog();
  const { dataDirectory } = service;
  const configuration = { storage: { endpoint: storage.endpoint } };
  const again = await startService({ dataDirectory, storage: storage.address, configuration, log }, service);
  expect(log.lines.join()).toContain('cannot be reached');
  expect((await again.post(START, { apiProjectId })).status).toBe(503);
  storage.open();
  expect((await again.post(START, { apiProjectId })).status).toBe(200);
});

test('an address, a bucket and credentials that are no good end the start with a sentence', async () => {
  const { storage } = await start();
  const attempt = (address: string, endpoint = storage.endpoint) =>
    startService({ storage: address, configuration: { storage: { endpoint } } });
  await expect(attempt('https://example.com')).rejects.toThrow('s3://bucket');
  await expect(attempt('s3://recordings/../other')).rejects.toThrow(RangeError);
  await expect(attempt('s3://nothing-here')).rejects.toThrow('no bucket');
  await expect(attempt('s3://recordings', 'http://s3.studio.example')).rejects.toThrow('unencrypted');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'another');
  await expect(attempt(storage.address)).rejects.toThrow('credentials');
});

test("a storage may have a certificate of the studio's own authority", { tags: 'long' }, async () => {
  const { storage } = await start();
  const authority = await createAuthority('Studio');
  const endpoint = await encryptedGate(storage.endpoint, await authority.issue('localhost'));
  const said = async (more: { certificates?: string }) => {
    const log = keptLog();
    const service = await startService({
      storage: storage.address,
      configuration: { storage: { endpoint, ...more } },
      log,
    });
    expect((await service.createProject()).uploadUrl).toContain(endpoint);
    return log.lines.filter((line) => line.includes('cannot be reached')).length;
  };
  expect(await said({})).toBe(1);
  expect(await said({ certificates: authority.certificate })).toBe(0);
});
