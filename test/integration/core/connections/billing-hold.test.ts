import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { writeTone } from '../../../fixtures/tone.ts';
import { openTestDesk, presetFor } from '../../../harness/desk/open-test-desk.ts';
import { startCustomer } from '../../../harness/service/billing-account.ts';
import { until } from '../../../harness/until.ts';

const FILES = 6;

test('an account that is held in the middle of a batch holds every call; once it is released each recording is there, paid once', {
  tags: 'long',
}, async () => {
  const customer = await startCustomer({ rehearsal: true });
  const { service, userId } = customer;
  const operator = (call: string, body: object) => service.post(`/portal/${call}`, body, service.adminKey);
  await operator('rehearsal', { restorationDelayMs: 800 });
  const folder = temporaryFolder();
  const paths = Array.from({ length: FILES }, (_, index) => path.join(folder, `take ${index}.wav`));
  paths.forEach((file, index) => {
    writeTone(file, { seconds: 1, frequency: 200 + 20 * index });
  });
  const { client, desk, store } = openTestDesk(path.join(folder, 'data'));
  const connectionId = await desk.adHocConnection(service.baseUrl, customer.apiKey);
  const preset = presetFor(['service-2'], path.join(folder, 'out'));
  const { jobIds } = await client.queue.add({ paths, preset, start: true, connectionId });
  const jobs = () => store.jobs.many(jobIds);
  const startedThere = () =>
    jobs()
      .flatMap(({ id }) => store.generations.ofJob(id))
      .filter((one) => one.remoteId !== null);

  await until(() => startedThere().length >= 2);
  await operator('billing/hold', { userId, hold: true });
  await until(() => jobs().every(({ state }) => state.kind === 'waiting' || state.kind === 'done'));
  const held = jobs().filter(({ state }) => state.kind === 'waiting');
  expect(held.length).toBeGreaterThan(0);
  for (const { state } of held) expect(state).toMatchObject({ until: null, reason: { code: 'paymentFailed' } });
  expect(store.connections.get(connectionId)?.parked?.code).toBe('paymentFailed');

  await operator('billing/hold', { userId, hold: false });
  await client.queue.resume({ jobIds: [...jobIds] });
  await until(() => jobs().every(({ stateKind }) => stateKind === 'done'));
  const { usage } = (await customer.portal('usage/list')).body;
  expect(usage).toHaveLength(FILES);
  expect(startedThere()).toHaveLength(FILES);
});
