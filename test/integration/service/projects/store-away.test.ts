import { expect, test } from 'vitest';
import { storeAway } from '../../../../electron/service/store/store-away.ts';
import { dispatchOneGeneration } from '../../../harness/service/one-generation.ts';
import { until } from '../../../harness/until.ts';

const away = () => storeAway(new Error('Connection terminated'));

test('a database that is away again and again is no failed attempt', async () => {
  let times = 0;
  const { clock, stored, told } = await dispatchOneGeneration({
    change: (generations) => ({
      ...generations,
      // Once before the restoration, then three times after it.
      setHasVideo: async (...values) => {
        times += 1;
        if (times === 1) throw away();
        await generations.setHasVideo(...values);
      },
      complete: async (...values) => {
        if (times < 5) throw away();
        return generations.complete(...values);
      },
    }),
  });
  await until(async () => {
    clock.move(5000);
    return (await stored())?.status === 'complete';
  });
  expect((await stored())?.failures).toBe(0);
  expect(told.at(-1)).toBe('complete');
});

test('a completion that was written although its answer was lost is kept, and told once', async () => {
  const { clock, engine, stored, store, told } = await dispatchOneGeneration({
    change: (generations) => ({
      ...generations,
      complete: async (...values) => {
        await generations.complete(...values);
        throw away();
      },
    }),
  });
  await until(() => {
    clock.move(5000);
    return told.includes('complete');
  });
  expect((await stored())?.status).toBe('complete');
  expect(told.filter((status) => status === 'complete')).toHaveLength(1);
  expect(engine.started()).toBe(1);
  const outputs = ['audio', 'mp3', 'flac'].map((type) => store.generations.findOutput('gen_1', type));
  const bytes = (await Promise.all(outputs)).reduce((sum, output) => sum + (output?.bytes ?? 0), 0);
  // The medium, and what its outputs had reserved.
  expect((await store.projects.findById('prj_1'))?.storedBytes).toBe(4 + bytes);
});
