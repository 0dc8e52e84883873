import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { ModelId } from '../../../../shared/domain/models.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { writeTone } from '../../../fixtures/tone.ts';
import { openTestDesk, presetFor } from '../../../harness/desk/open-test-desk.ts';
import { createFakeEngine, FAKE_LENGTH } from '../../../harness/engine/fake-engine.ts';

/** A desk with one recording, measured only once `measure` is called. Its connections are called the same and never asked anything. */
function openWaiting() {
  const folder = temporaryFolder();
  mkdirSync(path.join(folder, 'in'));
  writeTone(path.join(folder, 'in/take.wav'), { seconds: 0.1 });
  const { promise, resolve: measure } = Promise.withResolvers<typeof FAKE_LENGTH>();
  const engine = createFakeEngine(undefined, () => promise);
  const { client } = openTestDesk(path.join(folder, 'data'), {}, { spawn: engine.spawn });
  return {
    client,
    measure: () => measure(FAKE_LENGTH),
    connect: async (price: number | null) => {
      const prices = { 'service-2': price, 'service-3.5': null };
      const details = { name: 'Studio', baseUrl: 'http://127.0.0.1:9', headerStyle: 'bearer', prices } as const;
      return (await client.connections.add({ ...details, key: 'a-key-0123456789' })).id;
    },
    add: async (connectionId: string) => {
      const { jobIds } = await client.queue.add({ paths: [path.join(folder, 'in')], start: false, connectionId });
      return [...jobIds];
    },
    quote: async (...models: ModelId[]) => {
      await client.system.setPreset(presetFor(models, folder));
      return await client.queue.quote({});
    },
  };
}

test('a row names its connection by id, because names may repeat', async () => {
  const { client, connect, add } = openWaiting();
  const [first, second] = [await connect(1000), await connect(2000)];
  await add(second);
  const { jobs } = await client.queue.list({ offset: 0, limit: 10 });
  expect(jobs).toMatchObject([{ connectionId: second, connection: 'Studio' }]);
  expect(second).not.toBe(first);
});

test('an unmeasured recording has a possible cost with a price and an unknown cost without one', async () => {
  const { connect, add, quote, measure } = openWaiting();
  await add(await connect(1000));
  const none = { amount: 0, amountAddedByMinimum: 0, billableSeconds: 0, durationSeconds: 0 };
  expect(await quote('service-2')).toMatchObject({ ...none, unmeasured: 1, unmeasuredMayCost: true });
  expect(await quote('service-2', 'service-3.5')).toMatchObject({ amount: null, amountAddedByMinimum: null });
  measure();
  await expect
    .poll(() => quote('service-2'), { timeout: 10_000 })
    .toMatchObject({ amount: 76_000, unmeasured: 0, unmeasuredMayCost: false });
});

test('an unmeasured recording costs nothing when restoring is free', async () => {
  const { client, connect, add, quote } = openWaiting();
  await connect(1000);
  const { connections } = await client.connections.list();
  await add(connections.find(({ kind }) => kind === 'built-in')?.id ?? '');
  expect(await quote('service-2')).toMatchObject({ amount: 0, unmeasured: 1, unmeasuredMayCost: false });
});
