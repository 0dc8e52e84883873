import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { restoreCommand } from '../../../electron/hosts/cli/commands/restoring/restore.ts';
import { resumeCommand } from '../../../electron/hosts/cli/commands/restoring/resume.ts';
import { acceptCommand, listReviewCommand } from '../../../electron/hosts/cli/commands/restoring/review.ts';
import { writeSpeech } from '../../fixtures/audio/held-back.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { runHere } from '../../harness/cli/run-here.ts';
import { giveBack, scriptedService } from '../../harness/desk/scripted-stage.ts';
import { SCRIPTED_KEY } from '../../harness/remote/scripted-service.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

test('what is held back is listed with its place, accepted by name, and delivered once by resume', {
  tags: 'long',
}, async () => {
  const service = await scriptedService();
  const folder = temporaryFolder();
  const { bad, recording } = writeSpeech(folder);
  await giveBack({ service }, bad);
  const [dataDir, out] = [path.join(folder, 'data'), path.join(folder, 'out')];
  const words = { type: 'audio', out, price: { 'service-2': 500 }, dataDir, baseUrl: service.baseUrl } as const;
  const review = (json = false) => runHere(() => listReviewCommand({ dataDir, json }));
  const accept = (names: readonly string[]) => runHere(() => acceptCommand(names, { dataDir }), SCRIPTED_KEY);
  const resume = () => runHere(() => resumeCommand({ dataDir, failed: false }), SCRIPTED_KEY);

  const restored = await runHere(() => restoreCommand([recording], words), SCRIPTED_KEY);
  expect(restored).toMatchObject({ status: 3, stdout: '' });
  expect(restored.stderr).toContain('0 done, 1 held back for review');
  expect(existsSync(out)).toBe(false);

  const listed = await review();
  expect(listed.status).toBe(3);
  expect(listed.stdout).toMatch(
    /^take\.wav\n {2}service-2: 1\.\d s of speech missing at 0:02\. .*\n {2}kept at .+result\.wav\n/,
  );
  const program = JSON.parse((await review(true)).stdout);
  expect(program).toMatchObject({
    name: 'take.wav',
    held: [{ model: 'service-2', findings: [{ kind: 'lost-speech' }] }],
  });

  expect(await accept(['another.wav'])).toMatchObject({ status: 2 });
  expect(await accept(['take.wav'])).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('1 recording accepted'),
  });
  expect(await review()).toMatchObject({ status: 0, stdout: 'Nothing is held for review.\n' });
  const output = path.join(out, 'take (service-2).wav');
  expect(await resume()).toMatchObject({ status: 0, stdout: `${output}\n` });
  expect(readFileSync(output)).toEqual(readFileSync(bad));
  // Once is enough: neither is it accepted again, nor delivered or paid again.
  expect(await accept([])).toMatchObject({ status: 0, stdout: expect.stringContaining('0 recordings accepted') });
  expect(await resume()).toMatchObject({ status: 0, stdout: '' });
  expect(readdirSync(out)).toEqual(['take (service-2).wav']);
  expect(service.generations).toHaveLength(1);
});
