import { expect, test, vi } from 'vitest';
import { openTestDesk, waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { isDone, ledgerOf, openStage, PRICE } from '../../../harness/desk/scripted-stage.ts';
import { SCRIPTED_KEY } from '../../../harness/remote/scripted-service.ts';

test('a successful start is sent once, held, charged and released', { tags: 'long' }, async () => {
  const stage = await openStage();
  const jobId = await stage.begin();
  await waitForJob(stage.desk.client, jobId, isDone);
  expect(stage.service.startRequests).toHaveLength(1);
  expect(ledgerOf(stage, jobId)).toEqual([
    ['hold', 60 * PRICE],
    ['charge', 60 * PRICE],
    ['release', 60 * PRICE],
  ]);
  const [generation] = stage.desk.store.generations.ofJob(jobId);
  const [attempt] = stage.desk.store.generations.attempts(generation?.id ?? '');
  expect(stage.service.startRequests[0]?.body.params).toEqual({ attempt: attempt?.id });
});

test('the key is sent to the service and to no transfer address', { tags: 'long' }, async () => {
  const stage = await openStage();
  await waitForJob(stage.desk.client, await stage.begin(), isDone);
  const transfers = [...stage.service.uploads, ...stage.service.downloads];
  expect(transfers).toHaveLength(2);
  for (const { headers } of transfers) expect(JSON.stringify(headers)).not.toContain(SCRIPTED_KEY);
});

test.each([
  [{ kind: 'drop-after' }],
  [{ kind: 'status-after', status: 500 }],
  [{ kind: 'status-after', status: 503 }],
  [{ kind: 'garbage-after' }],
] as const)(
  'an answer lost on its way (%o) is found in the listing, not sent again',
  { tags: 'long' },
  async (fault) => {
    const stage = await openStage();
    stage.service.startFaults.push(fault);
    const job = await waitForJob(stage.desk.client, await stage.begin(), isDone);
    expect(stage.service.startRequests).toHaveLength(1);
    expect(stage.service.generations).toHaveLength(1);
    expect(job.generations[0]?.charged).toBe(true);
  },
);

test('a start that never arrived is sent again after the quarantine and paid once', { tags: 'long' }, async () => {
  const stage = await openStage();
  stage.service.startFaults.push({ kind: 'drop-before' });
  const began = performance.now();
  const jobId = await stage.begin();
  await waitForJob(stage.desk.client, jobId, isDone);
  expect(performance.now() - began).toBeGreaterThan(300);
  expect(stage.service.startRequests).toHaveLength(2);
  expect(stage.service.generations).toHaveLength(1);
  expect(ledgerOf(stage, jobId).map(([kind]) => kind)).toEqual(['hold', 'release', 'hold', 'charge', 'release']);
});

test('a second start without a trace is left to the person, who may retry it', { tags: 'long' }, async () => {
  const stage = await openStage();
  stage.service.startFaults.push({ kind: 'drop-before' }, { kind: 'drop-before' });
  const jobId = await stage.begin();
  await waitForJob(stage.desk.client, jobId, (job) => job.state.kind === 'needs-you');
  expect(stage.service.startRequests).toHaveLength(2);
  await stage.desk.client.queue.answer({ jobId, answer: 'start-again' });
  await waitForJob(stage.desk.client, jobId, isDone);
  expect(stage.service.startRequests).toHaveLength(3);
  expect(stage.service.generations).toHaveLength(1);
});

test('both models of a project are started one after the other and never confused', { tags: 'long' }, async () => {
  const stage = await openStage();
  stage.service.startFaults.push({ kind: 'drop-after' }, { kind: 'drop-after' });
  const job = await waitForJob(stage.desk.client, await stage.begin(['service-2', 'service-3.5']), isDone);
  expect(stage.service.generations.map((one) => one.modelKey)).toEqual(['service-2', 'service-3.5']);
  expect(stage.service.uploads).toHaveLength(1);
  const ids = stage.desk.store.generations.ofJob(job.id).map(({ model, remoteId }) => [model, remoteId]);
  const listed = stage.service.generations.map((one) => [one.modelKey, one.generationId]);
  expect(ids).toEqual(listed);
});

test('a billing hold pauses the connection with its reason, charges nothing and fails nothing', {
  tags: 'long',
}, async () => {
  const stage = await openStage();
  stage.service.startFaults.push({
    kind: 'answer',
    status: 402,
    body: { error: 'Payment failed', code: 'paymentFailed' },
  });
  const jobId = await stage.begin();
  const job = await waitForJob(stage.desk.client, jobId, ({ state }) => state.kind === 'waiting');
  expect(job.state).toMatchObject({ kind: 'waiting', until: null, reason: { code: 'paymentFailed' } });
  expect(ledgerOf(stage, jobId).map(([kind]) => kind)).toEqual(['hold', 'release']);
  const { connections } = await stage.desk.client.connections.list();
  expect(connections.find((one) => one.name === 'Scripted')?.parked?.code).toBe('paymentFailed');
  await stage.desk.client.queue.resume({ jobIds: [jobId] });
  await waitForJob(stage.desk.client, jobId, isDone);
  expect(stage.service.generations).toHaveLength(1);
});

test('429 waits as long as the service asks', { tags: 'long' }, async () => {
  const stage = await openStage();
  stage.service.startFaults.push({
    kind: 'answer',
    status: 429,
    body: { error: 'Too many requests' },
    headers: { 'retry-after': '1' },
  });
  const began = performance.now();
  await waitForJob(stage.desk.client, await stage.begin(), isDone);
  expect(performance.now() - began).toBeGreaterThan(1000);
  expect(stage.service.generations).toHaveLength(1);
});

test('a start over the cost cap waits, and nothing is sent', async () => {
  const stage = await openStage();
  const jobId = await stage.begin(['service-2'], 60 * PRICE - 1);
  const job = await waitForJob(stage.desk.client, jobId, ({ state }) => state.kind === 'waiting');
  expect(job.state).toMatchObject({ until: null, reason: { code: 'costCapReached' } });
  expect(stage.service.startRequests).toHaveLength(0);
  expect(ledgerOf(stage, jobId)).toEqual([]);
});

test('polling and listing are retried until server errors pass', { tags: 'long' }, async () => {
  const stage = await openStage();
  stage.service.failNext('/v1/list_project_generations', 500, 3);
  stage.service.failNext('/v1/get_generation_progress', 503, 6);
  await waitForJob(stage.desk.client, await stage.begin(), isDone);
  expect(stage.service.startRequests).toHaveLength(1);
});

test('a desk that died between intent and answer adopts what the service lists', { tags: 'long' }, async () => {
  const stage = await openStage();
  stage.service.startFaults.push({ kind: 'silence-after' });
  const jobId = await stage.begin();
  await vi.waitFor(() => expect(stage.service.generations).toHaveLength(1), { timeout: 10_000 });
  expect(stage.desk.store.generations.ofJob(jobId)[0]?.stateKind).toBe('intent');
  await stage.desk.close();

  const again = openTestDesk(stage.desk.dataDirectory);
  expect(again.store.generations.ofJob(jobId)[0]?.stateKind).toBe('unknown');
  // The key was in the memory of the first run: until it is there again, the job says so and nothing is sent.
  await waitForJob(again.client, jobId, ({ state }) => state.kind === 'waiting' && state.reason.code === 'keyMissing');
  const { connections } = await again.client.connections.list();
  const connectionId = connections.find((one) => one.name === 'Scripted')?.id ?? '';
  await again.client.connections.setKey({ connectionId, key: SCRIPTED_KEY });
  await waitForJob(again.client, jobId, isDone);
  expect(stage.service.startRequests).toHaveLength(1);
  expect(stage.service.generations).toHaveLength(1);
});

test.each([405, 410, 413, 415, 418, 423, 426, 428, 431, 451])(
  'a start refused with %d fails at once: it is sent once, and nothing is held or looked for',
  { tags: 'long' },
  async (status) => {
    const stage = await openStage();
    stage.service.startFaults.push({ kind: 'answer', status, body: { error: 'Not like this' } });
    const jobId = await stage.begin();
    const job = await waitForJob(stage.desk.client, jobId, ({ state }) => state.kind === 'failed');
    expect(stage.service.startRequests).toHaveLength(1);
    expect(ledgerOf(stage, jobId).map(([kind]) => kind)).toEqual(['hold', 'release']);
    expect(JSON.stringify(job.state)).not.toMatch(/startUncertain|twice/);
  },
);

test.each([408, 425, 429])(
  'a start refused with %d is sent again without a quarantine',
  { tags: 'long' },
  async (status) => {
    const stage = await openStage({}, { startQuarantineMs: { builtIn: 600_000, remote: 600_000 } });
    stage.service.startFaults.push({ kind: 'answer', status, body: { error: 'Later' } });
    const jobId = await stage.begin();
    await waitForJob(stage.desk.client, jobId, isDone);
    expect(stage.service.generations).toHaveLength(1);
    expect(ledgerOf(stage, jobId).map(([kind]) => kind)).toEqual(['hold', 'release', 'hold', 'charge', 'release']);
  },
);

test('the page of a gateway proves nothing, whatever its number: the listing decides', { tags: 'long' }, async () => {
  const stage = await openStage();
  stage.service.startFaults.push({ kind: 'answer', status: 408, body: '<h1>Request timeout</h1>' });
  const jobId = await stage.begin();
  await waitForJob(stage.desk.client, jobId, isDone);
  expect(stage.desk.store.events.ofJob(jobId).map(({ event }) => event)).toContain('absent');
});
