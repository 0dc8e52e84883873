import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ffmpeg } from '../../../fixtures/audio/media.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { writeTone } from '../../../fixtures/tone.ts';
import { openTestDesk, presetFor, waitForJob } from '../../../harness/desk/open-test-desk.ts';

/** Of a file's bytes: its beginning and its end are there. */
const LOST = [0.2, 0.9] as const;

function openDamaged(name: string) {
  const folder = temporaryFolder();
  const file = path.join(folder, name);
  writeTone(path.join(folder, 'whole.wav'), { seconds: 10, sampleRate: 48_000, frequency: 440 });
  ffmpeg('-i', path.join(folder, 'whole.wav'), '-b:a', '128k', '-movflags', '+faststart', file);
  const bytes = readFileSync(file);
  const [from, to] = LOST.map((share) => Math.floor(bytes.length * share)) as [number, number];
  writeFileSync(file, bytes.fill(0, from, to));
  const out = path.join(folder, 'out');
  return { file, out, ...openTestDesk(path.join(folder, 'data')) };
}

test.each(['talk.mp3', 'memo.m4a'])(
  '%s: of a recording that is mostly damaged, what is there can be restored, in time',
  {
    tags: 'long',
  },
  async (name) => {
    const { client, file, out } = openDamaged(name);
    const { jobIds } = await client.queue.add({ paths: [file], preset: presetFor(['service-2'], out), start: true });
    const [jobId = ''] = jobIds;
    const failed = await waitForJob(client, jobId, ({ state }) => state.kind === 'failed');
    expect(failed).toMatchObject({
      state: { error: { code: 'mediaDamaged', userMessage: expect.stringMatching(/0:0[23] of 0:10 can be restored/) } },
      remarks: [{ kind: 'damaged' }, { kind: 'gaps' }],
    });
    const { found } = await client.queue.quoteRepair({ jobIds });
    expect(found[0]?.spans.map(({ kind }) => kind)).toEqual(['sound', 'gap', 'sound']);
    expect(await client.queue.repair({ jobIds })).toEqual({ changed: 1 });
    const done = await waitForJob(client, jobId, ({ state }) => state.kind === 'done' || state.kind === 'failed');
    expect(done.state, JSON.stringify(done.state)).toEqual({ kind: 'done' });
    expect(done.durationSeconds).toBeCloseTo(10, 0);
    expect(done).toMatchObject({ name, joined: [], remarks: [{ kind: 'gaps' }] });
  },
);
