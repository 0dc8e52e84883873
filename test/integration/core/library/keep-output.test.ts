import { appendFileSync, existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { hashFile } from '../../../../electron/platform/files/hashing.ts';
import { systemClock } from '../../../../electron/platform/time/clock.ts';
import type { BatchPreset } from '../../../../shared/domain/batch/batch-preset.ts';
import { writeTone } from '../../../fixtures/tone.ts';
import { openTestDesk, presetFor, waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { giveBack, isDone, openStage } from '../../../harness/desk/scripted-stage.ts';

const BOTH = ['service-2', 'service-3.5'] as const;
const TWO = 'take (service-2).wav';
const THREE = 'take (service-3.5).wav';

async function openScene(preset: Partial<BatchPreset> = {}) {
  const stage = await openStage();
  const { client, store } = stage.desk;
  const out = path.join(stage.folder, 'out');
  writeTone(path.join(stage.folder, 'restored.wav'), { seconds: 2, frequency: 900 });
  await giveBack(stage, path.join(stage.folder, 'restored.wav'));
  const paths = [path.join(stage.folder, 'take.wav')];
  const whole = { ...presetFor(BOTH, out), ...preset };
  const { jobIds } = await client.queue.add({ paths, preset: whole, start: true, connectionId: stage.connectionId });
  const jobId = jobIds[0] ?? '';
  const { generations } = await waitForJob(client, jobId, isDone);
  const take = (index: number) => `result:${generations[index]?.id}`;
  const keep = (index: number, others: 'leave' | 'set-aside') =>
    client.verdicts.keepOutput({ jobId, take: take(index), others, listener: 'Ada' });
  const paid = () => generations.flatMap(({ id }) => store.ledger.ofGeneration(id)).length;
  const outputs = () => readdirSync(out).sort();
  const exported = async () =>
    (await client.queue.list({ offset: 0, limit: 9 })).jobs[0]?.generations.map(({ exportedPath }) =>
      exportedPath === null ? null : path.basename(exportedPath),
    );
  const ticked = async (desk = client) =>
    (await desk.queue.list({ offset: 0, limit: 9 })).jobs[0]?.generations.map(({ kept }) => kept);
  return { client, exported, jobId, keep, out, outputs, paid, stage, take, ticked };
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
}

test('a result is kept as the output: the other is left, or moved to the library, and Undo brings it back after a restart', {
  tags: 'long',
}, async () => {
  const { exported, jobId, keep, out, outputs, paid, stage, take, ticked } = await openScene();
  expect(await ticked()).toEqual([false, false]);
  const before = { hash: await hashFile(path.join(out, TWO)), paid: paid() };
  const left = await keep(1, 'leave');
  expect(left).toMatchObject({ path: path.join(out, THREE), setAside: 0, left: 0, problem: null });
  expect(left.opinions.verdicts[0]).toMatchObject({ kind: 'keep', take: take(1), listener: 'Ada' });
  expect(outputs()).toEqual([TWO, THREE]);

  const moved = await keep(1, 'set-aside');
  expect(moved).toMatchObject({ setAside: 1, left: 0 });
  expect(outputs()).toEqual([THREE]);
  expect(await exported()).toEqual([null, THREE]);
  expect(await ticked()).toEqual([false, true]);
  expect(paid()).toBe(before.paid);
  await stage.desk.close();

  // The data folder is somewhere else by then.
  const elsewhere = `${stage.desk.dataDirectory} moved`;
  renameSync(stage.desk.dataDirectory, elsewhere);
  const again = openTestDesk(elsewhere);
  const [verdict] = moved.opinions.verdicts;
  const undo = { jobId, id: verdict?.id ?? 0 };
  expect((await again.client.verdicts.withdraw(undo)).verdicts.map(({ id }) => id)).not.toContain(undo.id);
  expect(outputs()).toEqual([TWO, THREE]);
  expect(await hashFile(path.join(out, TWO))).toBe(before.hash);
  // Once more, it is withdrawn already: nothing moves.
  await again.client.verdicts.withdraw(undo);
  // The verdict before it stands: the other file was left then.
  expect(await ticked(again.client)).toEqual([false, true]);
  expect(outputs()).toEqual([TWO, THREE]);
});

test('what left the folder or has other settings by now is delivered again; a file that somebody changed stays', {
  tags: 'long',
}, async () => {
  const { keep, out, outputs, stage, jobId, client } = await openScene();
  rmSync(path.join(out, THREE));
  expect(await keep(1, 'leave')).toMatchObject({ path: path.join(out, THREE) });
  expect(outputs()).toEqual([TWO, THREE]);

  appendFileSync(path.join(out, TWO), 'edited');
  expect(await keep(1, 'set-aside')).toMatchObject({ setAside: 0, left: 1 });
  expect(outputs()).toEqual([TWO, THREE]);

  // Other settings: a new file, and its earlier one may go as well.
  const { preset } = stage.desk.store.jobs.get(jobId);
  const database = new Database(path.join(stage.desk.dataDirectory, 'cleartake.sqlite'));
  database.prepare('update job set preset = ? where id = ?').run(JSON.stringify({ ...preset, format: 'flac' }), jobId);
  database.close();
  const kept = await keep(1, 'set-aside');
  expect(kept).toMatchObject({ path: path.join(out, 'take (service-3.5).flac'), setAside: 1, left: 1 });
  expect(outputs()).toEqual([TWO, 'take (service-3.5).flac']);
  await client.verdicts.withdraw({ jobId, id: kept.opinions.verdicts[0]?.id ?? 0 });
  expect(outputs()).toEqual([TWO, THREE]);
});

test('an undo that breaks off before it is recorded can be repeated, also where another file took the name', {
  tags: 'long',
}, async () => {
  const { client, exported, jobId, keep, out, outputs, stage } = await openScene();
  const hash = await hashFile(path.join(out, TWO));
  const { opinions } = await keep(1, 'set-aside');
  const id = opinions.verdicts[0]?.id ?? 0;
  writeFileSync(path.join(out, TWO), 'of somebody else');
  const database = new Database(path.join(stage.desk.dataDirectory, 'cleartake.sqlite'));
  database.exec(
    `create trigger broken before insert on event when new.event = 'keep-output-undone' begin select raise(abort, 'broken'); end`,
  );
  await expect(client.verdicts.withdraw({ jobId, id })).rejects.toThrow();
  expect(await exported()).toEqual([null, THREE]);

  database.exec('drop trigger broken');
  database.close();
  expect((await client.verdicts.withdraw({ jobId, id })).verdicts).toEqual([]);
  const back = 'take (service-2) (2).wav';
  expect(outputs()).toEqual([back, TWO, THREE].sort());
  expect(await hashFile(path.join(out, back))).toBe(hash);
  expect(await exported()).toEqual([back, THREE]);
  expect(filesIn(path.join(stage.desk.dataDirectory, 'library', 'set-aside'))).toEqual([]);
});

test('without an output folder only the verdict is kept; other takes and running work are refused', {
  tags: 'long',
}, async () => {
  const { client, jobId, keep, out } = await openScene({ output: { kind: 'library' } });
  const kept = await keep(0, 'set-aside');
  expect(kept).toMatchObject({ path: null, setAside: 0, left: 0, problem: null });
  expect(kept.opinions.verdicts).toHaveLength(1);
  expect(existsSync(out)).toBe(false);
  await expect(
    client.verdicts.keepOutput({ jobId, take: `original:${jobId}`, others: 'leave', listener: '' }),
  ).rejects.toMatchObject({ data: { code: 'notFound' } });
});

test('what was set aside can be cleaned up after a month; Undo then leaves the folder as it is', {
  tags: 'long',
}, async () => {
  const { client: before, jobId, keep, outputs, stage } = await openScene();
  const kept = await keep(1, 'set-aside');
  const seen = await before.care.space();
  expect(seen.used.find(({ kind }) => kind === 'set-aside')).toMatchObject({ files: 1 });
  expect(seen.cleanups.map(({ kind }) => kind)).not.toContain('set-aside');
  await stage.desk.close();

  const clock = { ...systemClock, now: () => Date.now() + 31 * 86_400_000 };
  const { client } = openTestDesk(stage.desk.dataDirectory, {}, { clock });
  const { cleanups, surveyId } = await client.care.space();
  expect(cleanups).toContainEqual(
    expect.objectContaining({ kind: 'set-aside', files: 1, examples: [expect.stringContaining(TWO)] }),
  );
  expect(await client.care.clean({ surveyId, kinds: ['set-aside'] })).toMatchObject({ files: 1, kept: 0 });
  const [verdict] = kept.opinions.verdicts;
  expect((await client.verdicts.withdraw({ jobId, id: verdict?.id ?? 0 })).verdicts).toEqual([]);
  expect(outputs()).toEqual([THREE]);
});
