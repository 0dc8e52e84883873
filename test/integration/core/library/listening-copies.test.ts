import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { cleanListeningCopies } from '../../../../electron/core/library/sources/listening-copies.ts';
import { nodeFiles } from '../../../../electron/platform/files/files.ts';
import { differenceId } from '../../../../shared/domain/listening/difference.ts';
import { writeWav } from '../../../fixtures/audio/signals.ts';
import { pink } from '../../../fixtures/quality/noises.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { writeTone } from '../../../fixtures/tone.ts';
import { presetFor, waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { isDone, openStage } from '../../../harness/desk/scripted-stage.ts';

/** Frames that are compared, at 48 kHz. */
const FRAMES = 16_384;
const MOST_LAG = 40;

// A terminal makes none.
test.each([16_000, 44_100])(
  'a copy is made of what was restored since; at %i Hz, it plays in place of the moved file, to the sample',
  { tags: 'long' },
  async (sampleRate) => {
    const { connectionId, desk, folder } = await openStage({}, { host: 'browser' });
    const { client } = desk;
    const source = path.join(folder, 'take.wav');
    writeWav(source, [pink(2 * sampleRate, 3).map((value) => 0.1 * value)], sampleRate);
    const preset = presetFor(['service-2'], path.join(folder, 'out'));
    const restore = async (file: string) => {
      const { jobIds } = await client.queue.add({ paths: [file], preset, start: true, connectionId });
      await waitForJob(client, jobIds[0] ?? '', isDone);
      return jobIds[0] ?? '';
    };
    const before = path.join(folder, 'before.wav');
    writeTone(before, { seconds: 1, sampleRate, frequency: 300 });
    await restore(before);
    await client.system.setPreferences({ keepsListeningCopies: true });
    const jobId = await restore(source);
    const copies = path.join(desk.dataDirectory, 'library', 'listening');
    const opus = () =>
      existsSync(copies) ? readdirSync(copies).filter((name) => /^[0-9a-f]{64}\.opus$/.test(name)) : [];
    await vi.waitFor(() => expect(opus()).toHaveLength(1), { timeout: 20_000 });
    await vi.waitFor(() => expect(readdirSync(copies).filter((name) => name.includes('making'))).toEqual([]));

    const heard = async () => {
      const located = desk.desk.locateTake(`original:${jobId}`);
      const { filePath, indexPath } = located ?? {};
      if (typeof filePath !== 'string') throw new Error('The original is silent');
      const params = { path: filePath, indexPath: indexPath ?? null, sampleRate: 48_000 };
      const samples = await desk.desk.pcm({ ...params, fromFrame: 24_000, frames: FRAMES });
      return new Float32Array(samples.slice().buffer);
    };
    const original = await heard();
    renameSync(source, path.join(folder, 'away.wav'));
    const [take, result] = (await client.listening.takes({ jobId })).takes;
    expect(take).toMatchObject({ playable: true, isCopy: true, sampleRate });
    const copy = await heard();
    expect(bestLag(original, copy)).toBe(0);
    // Its difference is made of the copy, at the copy's rate.
    const difference = differenceId({ original: take?.id ?? '', take: result?.id ?? '' });
    expect(await client.listening.lag({ difference })).toEqual({ lag: 0, sampleRate: 48_000 });
    expect(path.basename((await desk.desk.waveform(difference)) ?? '')).toBe('difference-copy.peaks');

    // Removed copies aren't made again, and the original is silent then.
    const { cleanups, surveyId, used } = await client.care.space();
    expect(used.find(({ kind }) => kind === 'listening')).toMatchObject({ files: 2 });
    expect(cleanups.find(({ kind }) => kind === 'listening')).toMatchObject({ files: 2 });
    await client.care.clean({ surveyId, kinds: ['listening'] });
    expect(opus()).toEqual([]);
    expect((await client.listening.takes({ jobId })).takes[0]).toMatchObject({ playable: false });
    rmSync(path.join(folder, 'away.wav'));
  },
);

test('a full disk fails no restoration; half a copy is never played, and the next round makes the whole', {
  tags: 'long',
}, async () => {
  let isFull = true;
  let refused = 0;
  const freeBytes = async (folder: string) => {
    if (!isFull || path.basename(folder) !== 'listening') return await nodeFiles.freeBytes(folder);
    refused += 1;
    return 0;
  };
  const { connectionId, desk, folder } = await openStage({ files: { ...nodeFiles, freeBytes } }, { host: 'browser' });
  const { client, store } = desk;
  await client.system.setPreferences({ keepsListeningCopies: true });
  const preset = presetFor(['service-2'], path.join(folder, 'out'));
  const restore = async (file: string) => {
    const { jobIds } = await client.queue.add({ paths: [file], preset, start: true, connectionId });
    await waitForJob(client, jobIds[0] ?? '', isDone);
    return jobIds[0] ?? '';
  };
  const [source, away] = [path.join(folder, 'take.wav'), path.join(folder, 'away.wav')];
  const jobId = await restore(source);
  await expect.poll(() => refused).toBeGreaterThan(0);
  const copies = path.join(desk.dataDirectory, 'library', 'listening');
  expect(readdirSync(copies)).toEqual([]);

  // As a run leaves it that is killed while it writes.
  const { contentHash } = store.recordings.get(store.jobs.get(jobId).recordingId);
  for (const ending of ['making.opus', 'index'])
    writeFileSync(path.join(copies, `${contentHash}.${ending}`), Buffer.alloc(900));
  renameSync(source, away);
  const original = async () => (await client.listening.takes({ jobId })).takes[0];
  expect(await original()).toMatchObject({ playable: false });
  renameSync(away, source);

  isFull = false;
  const other = path.join(folder, 'other.wav');
  writeTone(other, { seconds: 1, frequency: 500 });
  await restore(other);
  const whole = () => readdirSync(copies).filter((name) => /^[0-9a-f]{64}\.(opus|index)$/.test(name));
  await expect.poll(() => whole().length).toBe(4);
  await expect.poll(() => readdirSync(copies).length).toBe(4);
  renameSync(source, away);
  expect(await original()).toMatchObject({ playable: true, isCopy: true });
});

test('what an interrupted run left is removed, and whole copies stay', async () => {
  const folder = temporaryFolder();
  const [whole, half] = ['a', 'b'].map((letter) => letter.repeat(64));
  const names = [
    `${whole}.opus`,
    `${whole}.index`,
    `${half}.index`,
    `${half}.making.opus`,
    `${half}.making.opus.12.part`,
  ];
  mkdirSync(folder, { recursive: true });
  for (const name of names) writeFileSync(path.join(folder, name), 'x');
  await cleanListeningCopies(folder);
  expect(readdirSync(folder).sort()).toEqual([`${whole}.index`, `${whole}.opus`]);
  await cleanListeningCopies(path.join(folder, 'nowhere'));
});

/** By how many frames the copy is late, where the two are most alike. Of the left channel. */
function bestLag(original: Float32Array, copy: Float32Array): number {
  let best = { lag: 0, sum: Number.NEGATIVE_INFINITY };
  for (let lag = -MOST_LAG; lag <= MOST_LAG; lag++) {
    let sum = 0;
    for (let frame = MOST_LAG; frame < FRAMES - MOST_LAG; frame++)
      sum += (original[2 * frame] as number) * (copy[2 * (frame + lag)] as number);
    if (sum > best.sum) best = { lag, sum };
  }
  return best.lag;
}
