import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { endScriptPath, runProgram } from '../../../../electron/hosts/common/open-desk.ts';
import type { WhenEnded } from '../../../../shared/domain/preferences.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { openTestDesk, presetFor } from '../../../harness/desk/open-test-desk.ts';
import { timedSpawn } from '../../../harness/estimates/timed-engine.ts';
import { keptLog } from '../../../harness/service/test-service.ts';

/** Ends a batch of one recording, which this engine restores at once, on a desk that is to do `whenEnded`. */
async function endBatch(whenEnded: WhenEnded, tellsEnd = true) {
  const folder = temporaryFolder();
  const dataDirectory = path.join(folder, 'data');
  const source = path.join(folder, 'take $(touch gone).wav');
  writeFileSync(source, '10');
  const script = endScriptPath(dataDirectory, process.platform);
  const out = path.join(folder, 'out; touch gone');
  const told = { quits: 0, notices: [] as unknown[] };
  const log = keptLog();
  const { client } = openTestDesk(
    dataDirectory,
    { host: 'browser' },
    {
      spawn: timedSpawn({ baseMs: 20, msPerSecond: { 'service-2': 1, 'service-3.5': 1 }, spread: 0 }, Math.random),
      whenEnded: {
        script,
        runScript: (variables) => void runProgram(script, variables, log),
        quit: () => {
          told.quits += 1;
        },
      },
      attention: {
        progress: () => undefined,
        badge: () => undefined,
        notice: (notice) => void told.notices.push(notice),
        power: () => undefined,
        question: async () => ({ answer: 'quit', remember: false }),
      },
    },
  );
  const report = path.join(folder, 'report');
  const lines = [
    '#!/bin/sh',
    `env | grep ^CLEARTAKE_ | sort > '${report}.part'`,
    `mv '${report}.part' '${report}'`,
    'echo said',
  ];
  writeFileSync(script, lines.join('\n'));
  chmodSync(script, 0o700);
  await client.system.setPreferences({ whenEnded, tellsEnd });
  await client.queue.add({ paths: [source], preset: presetFor(['service-2'], out), start: true });
  const ended = async () => (await client.queue.list({ offset: 0, limit: 1 })).totals.run?.finishedAt ?? null;
  await vi.waitFor(async () => expect(await ended()).not.toBeNull(), { timeout: 30_000 });
  return { client, folder, log, out, report, told };
}

test('the person’s program runs once with the figures in its environment, and nothing of a name reaches a shell', {
  tags: 'long',
}, async () => {
  const { folder, log, out, report, told } = await endBatch('script');
  await vi.waitFor(() => expect(existsSync(report)).toBe(true), { timeout: 10_000 });
  expect(readFileSync(report, 'utf8').trim().split('\n')).toEqual([
    'CLEARTAKE_CANCELLED=0',
    'CLEARTAKE_CHARGED_USD=0.00',
    'CLEARTAKE_DELIVERED=1',
    'CLEARTAKE_DONE=1',
    'CLEARTAKE_FAILED=0',
    `CLEARTAKE_FOLDER=${out}`,
    'CLEARTAKE_IN_REVIEW=0',
  ]);
  expect(existsSync(path.join(folder, 'gone')) || existsSync(path.join(folder, 'data', 'gone'))).toBe(false);
  await vi.waitFor(() => expect(JSON.stringify(log)).toContain('said'));
  expect(told).toMatchObject({ quits: 0, notices: [{ kind: 'ended', done: 1 }] });
});

test('nothing, a notice, or the end of the program', { tags: 'long' }, async () => {
  expect((await endBatch('nothing', false)).told).toEqual({ quits: 0, notices: [] });
  const notified = await endBatch('nothing');
  expect(notified.told).toMatchObject({ quits: 0, notices: [{ kind: 'ended', done: 1 }] });
  expect(existsSync(notified.report)).toBe(false);
  expect((await endBatch('quit')).told).toMatchObject({ quits: 1, notices: [{ kind: 'ended' }] });
});
