import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openOrRecover } from '../../../../electron/core/recovery/open-or-recover.ts';
import { readJournal, writeJournal } from '../../../../electron/core/store/start-journal/journal-file.ts';
import { readNotices } from '../../../../electron/core/store/tables/preferences.ts';
import { type Files, nodeFiles } from '../../../../electron/platform/files/files.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { testPorts } from '../../../harness/desk/desk-ports.ts';
import { waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { isDone, openStage } from '../../../harness/desk/scripted-stage.ts';
import { journaledStart } from '../../../harness/store/journaled-start.ts';
import { MIGRATIONS } from '../../../harness/store/released-store.ts';

const PROCESS = path.resolve(import.meta.dirname, '../../../harness/store/journal-process.ts');

test('of a disk that takes only a part of a line the writer is told, and what was told before stays readable', ({
  skip,
}) => {
  skip(process.platform === 'win32', 'files have no limits there');
  const file = path.join(temporaryFolder(), 'cleartake.starts');
  writeJournal(file, []);
  const end = execFileSync('sh', ['-c', 'ulimit -f 8; exec "$0" "$@"', process.execPath, PROCESS, file], {
    encoding: 'utf8',
  });
  const { code, taken } = JSON.parse(end);
  expect(code).toBe('EFBIG');
  expect(taken).toBeGreaterThan(5);
  // The next line fitted in part.
  expect(readFileSync(file, 'utf8').at(-1)).not.toBe('\n');
  const told = Array.from({ length: taken }, (_, number) => journaledStart(number));
  expect(readJournal(file)).toEqual({ from: 0, starts: told });
});

test('after a line that was written in part the next start is told in a whole file, and all before it', {
  tags: 'long',
}, async () => {
  let faults = 1;
  const files: Files = {
    ...nodeFiles,
    async append(file, bytes) {
      if (faults === 0) return await nodeFiles.append(file, bytes);
      faults -= 1;
      await nodeFiles.append(file, bytes.subarray(0, 40));
      throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
    },
  };
  const stage = await openStage({ files });
  const jobId = await stage.begin();
  await waitForJob(stage.desk.client, jobId, isDone);
  expect(stage.service.startRequests).toHaveLength(1);
  const [generation] = stage.desk.store.generations.ofJob(jobId);
  const attempts = stage.desk.store.generations.attempts(generation?.id ?? '');
  expect(attempts.map(({ outcome }) => outcome)).toEqual(['not-sent', 'started']);
  const { from, starts } = readJournal(path.join(stage.desk.dataDirectory, 'cleartake.starts'));
  expect(from).toBe(0);
  expect(starts.map(({ attemptId }) => attemptId)).toEqual(attempts.map(({ id }) => id));
});

test('a line that was torn by the end of its writer is cut off, and no damage', () => {
  const database = path.join(temporaryFolder(), 'cleartake.sqlite');
  const file = database.replace('.sqlite', '.starts');
  const open = () => openOrRecover({ database, migrations: MIGRATIONS, ports: testPorts() });
  open().close();
  const whole = readFileSync(file, 'utf8');
  appendFileSync(file, '0123456789abcdef {"attempt');
  const store = open();
  expect(readNotices(store)).toEqual([]);
  store.close();
  expect(readFileSync(file, 'utf8')).toBe(whole);
});

test('while the journal cannot be written nothing is sent or counted as sent', { tags: 'long' }, async () => {
  const stage = await openStage();
  const file = path.join(stage.desk.dataDirectory, 'cleartake.starts');
  rmSync(file);
  mkdirSync(file);
  const jobId = await stage.begin();
  const failed = await waitForJob(
    stage.desk.client,
    jobId,
    ({ state }) => state.kind === 'waiting' || state.kind === 'failed',
  );
  expect(failed.generations.map(({ state }) => state)).toEqual(['ready']);
  expect(stage.service.startRequests).toHaveLength(0);
  expect(stage.desk.store.ledger.held()).toBe(0);
  rmdirSync(file);
  if (failed.state.kind === 'failed') await stage.desk.client.queue.retry({ jobIds: [jobId] });
  await waitForJob(stage.desk.client, jobId, isDone);
  expect(stage.service.startRequests).toHaveLength(1);
  expect(stage.desk.store.generations.ofJob(jobId).map(({ resends }) => resends)).toEqual([0]);
});
