import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '../../../../electron/platform/sqlite.ts';
import { systemClock } from '../../../../electron/platform/time/clock.ts';
import { waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { isDone, openStage } from '../../../harness/desk/scripted-stage.ts';

test('while the store cannot be written a job is not begun repeatedly, and it continues by itself afterward', {
  tags: 'long',
}, async () => {
  const stage = await openStage();
  const { raw, close } = openDatabase({ path: path.join(stage.desk.dataDirectory, 'cleartake.sqlite'), schema: {} });
  onTestFinished(close);
  let projects = 0;
  stage.service.override('/v1/create_project', () => {
    projects += 1;
    if (projects === 1) {
      raw.exec(
        "CREATE TRIGGER full_disk BEFORE UPDATE ON job BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END",
      );
    }
    return null;
  });
  const jobId = await stage.begin();
  await vi.waitFor(() => expect(projects).toBeGreaterThan(0), { timeout: 30_000 });
  await systemClock.sleep(2500);
  expect(projects).toBeLessThanOrEqual(3);
  raw.exec('DROP TRIGGER full_disk');
  await waitForJob(stage.desk.client, jobId, isDone);
  expect(stage.service.startRequests).toHaveLength(1);
});
