import { Agent, request } from 'node:http';
import net from 'node:net';
import { expect, test } from 'vitest';
import { systemClock } from '../../../../electron/platform/time/clock.ts';
import { DEFAULT_PATHS, LOCAL_PATHS } from '../../../../shared/service-api/routes.ts';
import { head } from '../../../harness/service/hostile-requests.ts';
import { startService, type TestService } from '../../../harness/service/test-service.ts';

const LIST = DEFAULT_PATHS.listProjects;

/** A call whose body is only half there; `finish` sends the rest. */
async function halfSent(service: TestService) {
  const { port } = new URL(service.baseUrl);
  const socket = net.connect(Number(port), '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk.toString('latin1');
  });
  socket.on('error', () => undefined);
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(answer)));
  socket.write(
    `${head(service.apiKey).replace('Connection: close\r\n', '')}Content-Length: 60\r\n\r\n{"originalFileName":`,
  );
  await systemClock.sleep(50);
  // The service has seen what came before this.
  await service.post(LIST, {});
  return { closed, finish: () => socket.write('"a.wav","contentType":"audio/wav"'.padEnd(39, ' ').concat('}')) };
}

async function refused(service: TestService): Promise<boolean> {
  return await new Promise((resolve) => {
    const socket = net.connect(Number(new URL(service.baseUrl).port), '127.0.0.1');
    socket.once('connect', () => resolve(false));
    socket.once('error', () => resolve(true));
  });
}

test('a running request finishes, while new connections are refused', async () => {
  const service = await startService();
  const call = await halfSent(service);
  let isClosed = false;
  const closing = service.close().then(() => {
    isClosed = true;
  });
  await systemClock.sleep(100);
  expect([await refused(service), isClosed]).toEqual([true, false]);
  call.finish();
  expect(await call.closed).toMatch(/^HTTP\/1\.1 200 .*"apiProjectId"/s);
  await closing;
  const next = await startService({ dataDirectory: service.dataDirectory });
  expect((await next.post(LIST, {}, service.apiKey)).body.projects).toHaveLength(1);
});

test('a request that does not end is cut off when its time is up', async () => {
  const service = await startService({ configuration: { limits: { shutdownGraceMs: 300 } } });
  const call = await halfSent(service);
  const began = performance.now();
  await service.close();
  const took = performance.now() - began;
  expect(took).toBeGreaterThan(250);
  expect(took).toBeLessThan(3000);
  expect(await call.closed).toBe('');
});

test('idle keep-alive connections do not delay the shutdown', async () => {
  const service = await startService();
  const agent = new Agent({ keepAlive: true });
  const get = () =>
    new Promise((resolve, reject) => {
      const sent = request(service.baseUrl, { agent }, (response) => {
        response.resume().once('end', () => resolve(response.statusCode));
      });
      sent.once('error', reject);
      sent.end();
    });
  expect(await get()).toBe(404);
  const began = performance.now();
  await service.close();
  expect(performance.now() - began).toBeLessThan(1000);
  await expect(get()).rejects.toMatchObject({ code: expect.stringMatching(/ECONNREFUSED|ECONNRESET/) });
  agent.destroy();
});

test('a running upload is cut off, and what arrived is kept', async () => {
  const service = await startService();
  const project = await service.createProject();
  const upload = request(project.uploadUrl, {
    method: 'PUT',
    headers: { 'content-type': 'audio/wav', 'content-length': '1000000' },
  });
  const cut = new Promise((resolve) => upload.once('error', resolve));
  upload.write(Buffer.alloc(300_000, 1));
  await systemClock.sleep(100);
  const began = performance.now();
  await service.close();
  expect(performance.now() - began).toBeLessThan(2000);
  await cut;

  const next = await startService({ dataDirectory: service.dataDirectory });
  const { pathname, search } = new URL(project.uploadUrl);
  const there = await fetch(next.baseUrl + pathname + search, { method: 'HEAD' });
  expect([there.headers.get('upload-offset'), there.headers.get('upload-complete')]).toEqual(['300000', '?0']);
});

test('no upload is refused for good because the service closes', async () => {
  const service = await startService();
  const projects = await Promise.all(Array.from({ length: 24 }, () => service.createProject()));
  const uploads = projects.map(async ({ uploadUrl }, turn) => {
    await systemClock.sleep(turn);
    const headers = { 'content-type': 'audio/wav' };
    return await fetch(uploadUrl, { method: 'PUT', headers, body: Buffer.alloc(100_000, 1) }).then(
      ({ status }) => status,
      () => 'cut off',
    );
  });
  await systemClock.sleep(12);
  await service.close();
  const answers = await Promise.all(uploads);
  expect(answers.filter((answer) => answer !== 200 && answer !== 503 && answer !== 'cut off')).toEqual([]);
});

test('a running restoration goes back to the queue, and the next start finishes it', async () => {
  const service = await startService({ rehearsal: true });
  await service.post(LOCAL_PATHS.rehearsal, { restorationDelayMs: 60_000 }, service.adminKey);
  const { apiProjectId } = await service.uploadedProject('a medium');
  const { body: ids } = await service.post(DEFAULT_PATHS.startGeneration['service-2'], { apiProjectId });
  while ((await service.post(DEFAULT_PATHS.generationProgress, ids)).body.status !== 'processing')
    await systemClock.sleep(10);
  await service.close();

  const next = await startService({ dataDirectory: service.dataDirectory });
  const finished = await next.settled(ids, service.apiKey);
  expect(finished).toMatchObject({ status: 'complete', error: null });
});
