import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, rmdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openOrRecover } from '../../../electron/core/recovery/open-or-recover.ts';
import { readNotices } from '../../../electron/core/store/preferences.ts';
import { addToTestimony, readTestimony, writeTestimony } from '../../../electron/core/store/testimony.ts';
import { testPorts } from '../../fixtures/desk-ports.ts';
import { MIGRATIONS } from '../../fixtures/store/released-store.ts';
import { witnessedStart } from '../../fixtures/store/witnessed-start.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { waitForJob } from './open-test-desk.ts';
import { isDone, openStage } from './scripted-stage.ts';

const PROCESS = path.resolve(import.meta.dirname, '../../fixtures/store/witness-process.ts');

test('a disk that takes only a part of a line takes none of it, and the writer is told', ({ skip }) => {
  skip(process.platform === 'win32', 'files have no limits there');
  const file = path.join(temporaryFolder(), 'cleartake.starts');
  writeTestimony(file, []);
  const end = execFileSync('sh', ['-c', 'ulimit -f 8; exec "$0" "$@"', process.execPath, PROCESS, file], {
    encoding: 'utf8',
  });
  const { code, taken } = JSON.parse(end);
  expect(code).toBe('EFBIG');
  expect(taken).toBeGreaterThan(5);
  // The next line would have fitted in part.
  expect(statSync(file).size % 512).not.toBe(0);
  const told = Array.from({ length: taken }, (_, number) => witnessedStart(number));
  expect(readTestimony(file)).toEqual({ from: 0, starts: told });
  addToTestimony(file, [witnessedStart(taken)]);
  expect(readTestimony(file)).toEqual({ from: 0, starts: [...told, witnessedStart(taken)] });
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

test('while the witness cannot be written nothing is sent, and nothing counts as sent', async () => {
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
