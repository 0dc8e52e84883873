/** What `cleartake status` says of files that can't be restored. */

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { statusCommand } from '../../../electron/hosts/cli/commands/looking/status.ts';
import { noise, writeWav } from '../../fixtures/audio/signals.ts';
import { runHere } from '../../harness/cli/run-here.ts';
import { openStage } from '../../harness/desk/scripted-stage.ts';

test('files that can’t be restored are named with the reason, also before Start', async () => {
  const { connectionId, desk, folder } = await openStage();
  const make = (name: string, samples: Float32Array) => {
    writeWav(path.join(folder, name), [samples], 16_000);
    return path.join(folder, name);
  };
  const broken = path.join(folder, 'broken.mp3');
  writeFileSync(broken, 'no sound');
  const paths = [
    make('good.wav', noise(16_000, 1)),
    make('short.wav', noise(400, 2)),
    make('silent.wav', new Float32Array(16_000)),
    broken,
  ];
  await desk.client.queue.add({ paths, start: false, connectionId });
  const told = () => runHere(() => statusCommand({ dataDir: desk.dataDirectory }));
  await expect.poll(async () => (await told()).stdout, { timeout: 20_000 }).toMatch(/^3 recordings failed$/m);
  const { status, stdout } = await told();
  expect(status).toBe(0);
  expect(stdout).toMatch(/^1 recording not started$/m);
  expect(stdout).toMatch(/^short\.wav: failed: There is less than a tenth of a second/m);
  expect(stdout).toMatch(/^silent\.wav: failed: The recording is silent/m);
  expect(stdout).toMatch(/^broken\.mp3: failed: Cleartake can’t read this file/m);
  const json = await runHere(() => statusCommand({ dataDir: desk.dataDirectory, json: true }));
  expect(JSON.parse(json.stdout)).toMatchObject({ jobs: { failed: 3, 'not-started': 1 }, stuck: [{}, {}, {}] });
});
