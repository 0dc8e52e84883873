import { copyFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { presetFor, waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { openStage } from '../../../harness/desk/scripted-stage.ts';
import { createFakeEngine } from '../../../harness/engine/fake-engine.ts';

test('a project is created with its file format, as far as the name tells it', { tags: 'long' }, async () => {
  const { desk, folder, service, connectionId } = await openStage({ spawn: createFakeEngine().spawn });
  const sent = new Map<unknown, unknown>();
  service.override('/v1/create_project', (body) => {
    sent.set(body.originalFileName, 'fileFormat' in body ? body.fileFormat : 'absent');
    return null;
  });
  const names = ['take.WAV', 'take.mp3', 'take.raw'];
  for (const name of names) copyFileSync(path.join(folder, 'take.wav'), path.join(folder, name));
  const preset = presetFor(['service-2'], path.join(folder, 'out'));
  const paths = names.map((name) => path.join(folder, name));
  const { jobIds } = await desk.client.queue.add({ paths, preset, start: true, connectionId });
  for (const id of jobIds) await waitForJob(desk.client, id, ({ state }) => state.kind === 'done', 30_000);
  expect(Object.fromEntries(sent)).toEqual({ 'take.WAV': 'wav', 'take.mp3': 'mp3', 'take.raw': 'absent' });
});
