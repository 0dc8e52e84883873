import {
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { resolveDataFolder, writePlace } from '../../../../electron/core/features/data/move/places.ts';
import { createMemoryVault } from '../../../../electron/core/vault/vault.ts';
import { lockDataFolder } from '../../../../electron/hosts/common/data-folder-lock.ts';
import { nodeHostInfo } from '../../../../electron/hosts/common/paths.ts';
import { settleDataFolder } from '../../../../electron/hosts/common/settle-data-folder.ts';
import type { MoveEvent } from '../../../../shared/contract/care.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { openTestDesk, waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { isDone, openStage } from '../../../harness/desk/scripted-stage.ts';
import { createFakeEngine } from '../../../harness/engine/fake-engine.ts';
import { freePort } from '../../../harness/remote/listen.ts';

async function eventsOf(events: AsyncIterable<MoveEvent>): Promise<MoveEvent[]> {
  const seen: MoveEvent[] = [];
  for await (const event of events) seen.push(event);
  return seen;
}

test('an open desk copies, the next start goes on elsewhere, the old files go when asked, and it can move back', {
  tags: 'long',
}, async () => {
  const ports = { spawn: createFakeEngine().spawn, vault: createMemoryVault() };
  const stage = await openStage(ports);
  const { client, dataDirectory: from } = stage.desk;
  await client.webhooks.setReceiver({ on: true, port: await freePort() });
  const jobId = await stage.begin();
  await waitForJob(client, jobId, isDone);
  const to = path.join(stage.folder, 'elsewhere', 'data');
  expect(await client.care.checkMove({ folder: to })).toMatchObject({ bytes: expect.any(Number), warnings: [] });
  const events = await eventsOf(await client.care.move({ folder: to }));
  expect(events.at(-1)).toMatchObject({ isReady: true });
  expect(events.at(-1)?.bytes).toBe(events.at(-1)?.of);
  expect(await client.care.moveState()).toEqual({ pending: to, old: null });
  // What is written afterward comes along.
  await client.verdicts.setNote({ jobId, note: 'Written after the copy', tags: [] });
  writeFileSync(path.join(from, 'library', 'late.txt'), 'late');
  const lock = lockDataFolder(from);
  expect(await settleDataFolder(from)).toBe(from);
  lock.release();
  await stage.desk.close();

  expect(await settleDataFolder(from)).toBe(to);
  expect(nodeHostInfo('cli', from).dataDirectory).toBe(to);
  const there = openTestDesk(to, {}, ports);
  expect((await there.client.verdicts.ofJob({ jobId })).note).toMatchObject({ note: 'Written after the copy' });
  expect(existsSync(path.join(to, 'library', 'late.txt'))).toBe(true);
  expect(readdirSync(path.join(to, 'webhooks'))).toContain('certificate.pem');
  expect((await there.client.care.moveState()).old).toMatchObject({ folder: from, bytes: expect.any(Number) });
  writeFileSync(path.join(from, 'my notes.txt'), 'not Cleartake’s');
  expect(await there.client.care.removeOldFolder()).toMatchObject({ folder: from });
  expect(readdirSync(from).sort()).toEqual(['desk.lock', 'moved-to.json', 'my notes.txt']);
  expect((await there.client.care.moveState()).old).toBeNull();
  const { generations } = (await there.client.listening.takes({ jobId })).job;
  expect(existsSync(generations[0]?.exportedPath ?? '')).toBe(true);

  rmSync(path.join(from, 'my notes.txt'));
  await eventsOf(await there.client.care.move({ folder: from }));
  await there.close();
  expect(await settleDataFolder(from)).toBe(from);
  expect(resolveDataFolder(to)).toBe(from);
  const back = openTestDesk(from, {}, ports);
  expect((await back.client.listening.takes({ jobId })).takes.at(-1)?.playable).toBe(true);
  await back.close();
});

test('odd places are refused, a move can be taken back or stopped, and what fails at the start leaves the desk here', async () => {
  const folder = temporaryFolder();
  const from = path.join(folder, 'data');
  const { client, close } = openTestDesk(from);
  const refused = (to: string) =>
    expect(client.care.checkMove({ folder: to })).rejects.toMatchObject({ data: { code: 'notPossibleNow' } });
  await refused('data');
  await refused(from);
  await refused(path.join(from, 'library', 'new'));
  await refused(folder);
  const other = path.join(folder, 'other');
  mkdirSync(other);
  writeFileSync(path.join(other, 'cleartake.sqlite'), 'of another desk');
  await refused(other);
  symlinkSync(from, path.join(folder, 'link'));
  await refused(path.join(folder, 'link', 'library', 'below'));
  symlinkSync(other, path.join(from, 'linked'));
  await refused(path.join(folder, 'new'));
  rmSync(path.join(from, 'linked'));

  const to = path.join(folder, 'new');
  const large = path.join(from, 'library', 'large.wav');
  // So large that its copy is under way for a while; the rest of the test needs less of it.
  writeFileSync(large, '');
  truncateSync(large, 1_000_000_000);
  const stopped = await client.care.move({ folder: to });
  await stopped.next();
  await stopped.return();
  await expect.poll(() => [existsSync(path.join(from, 'moving.json')), readdirSync(to)]).toEqual([false, []]);
  writeFileSync(large, Buffer.alloc(20_000_000));
  utimesSync(large, 1e9, 1e9);
  await eventsOf(await client.care.move({ folder: to }));
  await refused(path.join(folder, 'another'));
  // What the person puts there meanwhile is theirs.
  writeFileSync(path.join(to, 'interview.wav'), 'the only take');
  await client.care.forgetMove();
  expect([(await client.care.moveState()).pending, readdirSync(to)]).toEqual([null, ['interview.wav']]);
  await refused(to);
  rmSync(path.join(to, 'interview.wav'));

  await eventsOf(await client.care.move({ folder: to }));
  await close();
  // The copy vanished, with its disk for one.
  rmSync(to, { recursive: true });
  expect(await settleDataFolder(from)).toBe(from);
  const again = openTestDesk(from);
  expect(await again.client.system.notices()).toMatchObject([
    { kind: 'unmoved', sentence: expect.stringContaining(to) },
  ]);
  expect(await again.client.care.moveState()).toEqual({ pending: null, old: null });
  await eventsOf(await again.client.care.move({ folder: to }));
  await again.close();
  // What was damaged meanwhile is noticed.
  truncateSync(path.join(to, 'library', 'large.wav'), 100);
  expect(await settleDataFolder(from)).toBe(from);
  expect(readdirSync(to)).toEqual([]);
});

test('a desk on a disk that is away is no new desk, and pointers that go round come to an end', async () => {
  const folder = temporaryFolder();
  const [one, two] = ['one', 'two'].map((name) => path.join(folder, name)) as [string, string];
  for (const place of [one, two]) mkdirSync(place);
  writePlace(one, 'moved-to.json', { folder: two, moves: 1 });
  await expect(settleDataFolder(one)).rejects.toMatchObject({ code: 'notPossibleNow' });
  expect(() => nodeHostInfo('cli', one)).toThrow();
  expect(readdirSync(two)).toEqual([]);
  writePlace(two, 'moved-to.json', { folder: one, moves: 2 });
  expect([resolveDataFolder(one), resolveDataFolder(two)]).toEqual([one, one]);
  writePlace(two, 'moved-to.json', { folder: one, moves: 1 });
  expect([one, two]).toContain(resolveDataFolder(one));
});
