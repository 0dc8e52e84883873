import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { statusCommand } from '../../../electron/hosts/cli/commands/looking/status.ts';
import { answerCommand } from '../../../electron/hosts/cli/commands/restoring/answer.ts';
import { restoreCommand } from '../../../electron/hosts/cli/commands/restoring/restore.ts';
import { resumeCommand } from '../../../electron/hosts/cli/commands/restoring/resume.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { writeTone } from '../../fixtures/tone.ts';
import { runHere } from '../../harness/cli/run-here.ts';
import { scriptedService } from '../../harness/desk/scripted-stage.ts';
import { SCRIPTED_KEY } from '../../harness/remote/scripted-service.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

async function openScene(names: readonly string[]) {
  vi.stubEnv('CLEARTAKE_START_QUARANTINE_S', '1');
  const service = await scriptedService();
  const folder = temporaryFolder();
  const files = names.map((name) => path.join(folder, name));
  for (const [index, file] of files.entries()) writeTone(file, { seconds: 1, frequency: 200 + 50 * index });
  const dataDir = path.join(folder, 'data');
  const words = { type: 'audio', out: path.join(folder, 'out'), price: { 'service-2': 500 }, dataDir } as const;
  return {
    service,
    dataDir,
    restore: () => runHere(() => restoreCommand(files, { ...words, baseUrl: service.baseUrl }), SCRIPTED_KEY),
    resume: (failed = false) => runHere(() => resumeCommand({ dataDir, failed }), SCRIPTED_KEY),
    status: (json = false) => runHere(() => statusCommand({ dataDir, json })),
    answer: (recording: string, answer: 'check-again' | 'start-again') =>
      runHere(() => answerCommand(recording, answer, { dataDir })),
  };
}

test('an uncertain start is reported with its price and answered from the terminal', { tags: 'long' }, async () => {
  const { service, restore, resume, status, answer } = await openScene(['a take.wav']);
  service.startFaults.push({ kind: 'drop-before' }, { kind: 'drop-before' });
  const restored = await restore();
  expect(restored.status).toBe(3);
  expect(restored.stderr).toMatch(/^1 recording over 127\.0\.0\.1:\d+\n/);
  expect(restored.stderr).toContain('1 recording, 0:01 of audio: at most 0.03 USD\n');
  expect(restored.stderr).toContain('`cleartake answer "a take.wav" start-again` starts another one for 0.03 USD');
  const told = await status();
  expect(told.status).toBe(3);
  expect(told.stdout).toMatch(
    /^1 recording needing attention\n0\.03 USD reserved .*\na take\.wav: needs attention: .*check-again/,
  );

  expect(await answer('another.wav', 'start-again')).toMatchObject({
    status: 2,
    sentence: expect.stringContaining('“another.wav” is waiting for you. Waiting: a take.wav ('),
  });
  expect(await answer('a take.wav', 'check-again')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('That is free'),
  });
  expect((await resume()).status).toBe(3);
  expect(await answer('a take.wav', 'start-again')).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/starts Service 2\.0 again, for 0\.03 USD\. .*you pay for both/),
  });
  const resumed = await resume();
  expect([resumed.status, resumed.stderr]).toEqual([0, expect.stringContaining('1 of 1: a take.wav: done')]);
  expect(service.generations).toHaveLength(1);
  expect((await status()).stdout).toBe('1 recording done\n');
});

test('failures are reported by name and reason, with the hint to run `resume`', { tags: 'long' }, async () => {
  const { service, restore, resume, status } = await openScene(['one.wav', 'two.wav']);
  let refusals = 1;
  service.override('/v1/create_project', () =>
    refusals-- > 0 ? { status: 400, body: { error: 'No', code: 'no' } } : null,
  );
  expect((await restore()).status).toBe(1);
  const told = await status();
  expect(told.stdout).toMatch(/1 recording failed\n/);
  expect(told.stdout).toMatch(
    /\n(one|two)\.wav: failed: The service doesn’t accept this request as valid\. .* The service says: “No”/,
  );
  const { jobs, stuck } = JSON.parse((await status(true)).stdout);
  expect([jobs, stuck]).toEqual([{ done: 1, failed: 1 }, [expect.objectContaining({ state: 'failed', until: null })]]);

  const again = await restore();
  expect(again.stderr).toContain(
    '1 recording of these failed in an earlier run: `cleartake resume --failed` continues',
  );
  expect((await resume(true)).status).toBe(0);
  expect((await status()).stdout).toBe('2 recordings done (4 times in all)\n');
});
