import { expect, test } from 'vitest';
import { historyFilter } from '../../../../shared/domain/history/filter.ts';
import { waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { isDone, openStage } from '../../../harness/desk/scripted-stage.ts';

test('recordings get a tag together, and lose it, whatever its case; notes and other tags stay', {
  tags: 'long',
}, async () => {
  const stage = await openStage();
  const { client } = stage.desk;
  const one = await stage.begin(['service-2']);
  await waitForJob(client, one, isDone);
  const two = await stage.begin(['service-2']);
  await waitForJob(client, two, isDone);
  await client.verdicts.setNote({ jobId: one, note: 'Tram at 31:07', tags: ['Street'] });
  const tagged = async (tag: string) =>
    (await client.history.search({ filter: historyFilter.parse({ tags: [tag] }) })).entries.map(({ jobId }) => jobId);

  const jobIds = [one, two, 'none'];
  expect(await client.verdicts.setTag({ jobIds, tag: 'street', isOn: true })).toEqual({ jobIds: [two] });
  expect((await tagged('STREET')).toSorted()).toEqual([one, two].toSorted());
  expect(await client.verdicts.setTag({ jobIds: [two], tag: 'street', isOn: false })).toEqual({ jobIds: [two] });
  expect(await tagged('street')).toEqual([one]);
  expect((await client.verdicts.ofJob({ jobId: one })).note).toEqual({ note: 'Tram at 31:07', tags: ['Street'] });

  // As many as a recording can have.
  await client.verdicts.setNote({ jobId: two, note: '', tags: Array.from({ length: 20 }, (_, n) => `tag ${n}`) });
  expect(await client.verdicts.setTag({ jobIds: [two], tag: 'one more', isOn: true })).toEqual({ jobIds: [] });
});
