import { request } from 'node:http';
import net from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../../electron/platform/time/clock.ts';
import { openOperationsServer } from '../../../../electron/service/http/operations/operations-server.ts';
import type { ServiceOptions } from '../../../../electron/service/service.ts';
import { DEFAULT_PATHS, LOCAL_PATHS } from '../../../../shared/service-api/routes.ts';
import { createFakeEngine } from '../../../harness/engine/fake-engine.ts';
import { listen } from '../../../harness/remote/listen.ts';
import { head } from '../../../harness/service/hostile-requests.ts';
import { readMetrics } from '../../../harness/service/metrics.ts';
import { keptLog, startService, type TestService } from '../../../harness/service/test-service.ts';
import { configure, TEST_EVENT } from '../../../harness/service/webhook-helpers.ts';
import { until } from '../../../harness/until.ts';

const START = DEFAULT_PATHS.startGeneration['service-2'];
const PROGRESS = DEFAULT_PATHS.generationProgress;

const startObserved = (options: Partial<ServiceOptions> = {}) => startService({ operationsPort: 0, ...options });
const metricsOf = (service: TestService) => readMetrics(`${service.operationsUrl}/metrics`);

async function started(service: TestService) {
  const { apiProjectId } = await service.uploadedProject('a medium');
  return (await service.post(START, { apiProjectId })).body as { apiProjectId: string; generationId: string };
}

test('the metrics say what waits, for how long, and how restorations ended', async () => {
  const before = Date.now();
  const service = await startObserved({ rehearsal: true });
  const samples = await metricsOf(service);
  expect(samples.get('cleartake_queue_length{status="queued"}')).toBe(0);
  expect(samples.get('cleartake_queue_oldest_seconds')).toBe(0);
  expect(samples.get('cleartake_start_time_seconds')).toBeGreaterThanOrEqual(before / 1000);

  await service.post(LOCAL_PATHS.rehearsal, { restorationDelayMs: 60_000 }, service.adminKey);
  const running = await started(service);
  await until(async () => (await service.post(PROGRESS, running)).body.status === 'processing');
  const [waiting, given] = [await started(service), await started(service)];
  await systemClock.sleep(200);
  const full = await metricsOf(service);
  expect(full.get('cleartake_queue_length{status="processing"}')).toBe(1);
  expect(full.get('cleartake_queue_length{status="queued"}')).toBe(2);
  expect(full.get('cleartake_queue_oldest_seconds')).toBeGreaterThanOrEqual(0.2);
  expect(full.get('cleartake_queue_oldest_seconds')).toBeLessThan(60);

  await service.post(LOCAL_PATHS.rehearsal, { restorationDelayMs: 0 }, service.adminKey);
  await service.post('/portal/generations/cancel', running);
  for (const ids of [waiting, given]) expect((await service.settled(ids)).status).toBe('complete');
  const after = await metricsOf(service);
  const ended = (outcome: string, model = 'service-2') =>
    after.get(`cleartake_restorations_total{model="${model}",outcome="${outcome}"}`);
  expect([ended('complete'), ended('failed'), ended('cancelled')]).toEqual([2, 0, 1]);
  expect(ended('complete', 'service-3.5')).toBe(0);
  expect(after.get('cleartake_queue_length{status="queued"}')).toBe(0);
});

test('failures are counted', async () => {
  const { spawn } = createFakeEngine(() => ({ kind: 'refuse', code: 'mediaUnsupported' }));
  const service = await startObserved({ spawn });
  expect((await service.settled(await started(service))).status).toBe('failed');
  const name = 'cleartake_restorations_total{model="service-2",outcome="failed"}';
  expect((await metricsOf(service)).get(name)).toBe(1);
});

test('a receiver that never answers shows as lag, and doesn’t hold up the end of the service', async () => {
  const silent = net.createServer();
  const { port } = await listen(silent);
  onTestFinished(() => void silent.close());
  const service = await startObserved({ configuration: { webhooks: { allowPrivateAddresses: true } } });
  await configure(service, { url: `https://127.0.0.1:${port}/hook` });
  await service.post(TEST_EVENT, { eventType: 'generation.completed', mode: 'live' }, service.adminKey);
  await systemClock.sleep(300);
  const samples = await metricsOf(service);
  expect(samples.get('cleartake_webhook_deliveries_due')).toBe(1);
  expect(samples.get('cleartake_webhook_lag_seconds')).toBeGreaterThanOrEqual(0.3);
  const began = performance.now();
  await service.close();
  // The attempt is cut off: it would wait for fifteen seconds.
  expect(performance.now() - began).toBeLessThan(5000);
});

test('readiness turns to 503 while the service stops, and health stays', async () => {
  const service = await startObserved();
  const status = async (path: string) => {
    const answer = await fetch(`${service.operationsUrl}${path}`);
    return [answer.status, (await answer.text()).trim()];
  };
  expect([await status('/readyz'), await status('/healthz')]).toEqual([
    [200, 'ready'],
    [200, 'ok'],
  ]);
  const socket = net.connect(Number(new URL(service.baseUrl).port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(
    `${head(service.apiKey).replace('Connection: close\r\n', '')}Content-Length: 60\r\n\r\n{"originalFileName":`,
  );
  await systemClock.sleep(50);
  await service.post(DEFAULT_PATHS.listProjects, {});
  const closing = service.close();
  expect([await status('/readyz'), await status('/healthz')]).toEqual([
    [503, 'stopping'],
    [200, 'ok'],
  ]);
  socket.write('"a.wav","contentType":"audio/wav"'.padEnd(39, ' ').concat('}'));
  await closing;
  await expect(status('/readyz')).rejects.toThrow();
});

test('it answers this computer alone, to GET and HEAD, and says when the store fails', async () => {
  const log = keptLog();
  let broken = true;
  const server = await openOperationsServer(0, {
    readiness: () => 'starting',
    metrics: async () => {
      if (broken) throw new Error('disk I/O error');
      return null;
    },
    log,
  });
  onTestFinished(server.close);
  const ask = async (path: string, options: RequestInit = {}) => (await fetch(server.baseUrl + path, options)).status;
  expect([await ask('/healthz'), await ask('/metrics'), await ask('/readyz')]).toEqual([503, 503, 503]);
  expect(log.lines.join()).toContain('disk I/O error');
  broken = false;
  expect([await ask('/healthz'), await ask('/metrics')]).toEqual([200, 503]);
  expect([await ask('/'), await ask('/healthz', { method: 'POST' })]).toEqual([404, 405]);
  expect(await ask('/healthz', { method: 'HEAD' })).toBe(200);
  const foreign = await new Promise((resolve, reject) => {
    request(`${server.baseUrl}/metrics`, { headers: { host: 'rebound.example' } }, ({ statusCode }) =>
      resolve(statusCode),
    )
      .on('error', reject)
      .end();
  });
  expect(foreign).toBe(403);
});

test('without a port for it nothing of it is there, neither beside the service nor in it', async () => {
  const service = await startService();
  expect(service.operationsUrl).toBeNull();
  for (const path of ['/metrics', '/healthz', '/readyz']) {
    expect((await fetch(service.baseUrl + path)).status).toBe(404);
  }
});
