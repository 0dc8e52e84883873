import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { decode, ffmpeg } from '../../../fixtures/audio/media.ts';
import { writeWav } from '../../../fixtures/audio/signals.ts';
import { type Conversation, conversation } from '../../../fixtures/audio/two-speakers.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { levelOf } from '../../../harness/audio/metrics.ts';
import { openTestDesk, presetFor, waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { isDone, openStage, PRICE } from '../../../harness/desk/scripted-stage.ts';

const RATE = 16_000;
const PATIENT = { timeout: 20_000 };

/** Decibels by which the host is louder than the guest in a mono file, each where they speak alone. */
function hostOverGuest(file: string, { guest, host }: Conversation): number {
  const heard = decode(file, { channels: 1, sampleRate: RATE }).channels[0] as Float32Array;
  const during = (voice: Float32Array) => heard.filter((_, at) => Math.abs(voice[at] ?? 0) > 0.02);
  return 20 * Math.log10(levelOf(during(host)) / levelOf(during(guest)));
}

test('a stereo row becomes its left and right, is quoted as two, and comes back as one', async () => {
  const stage = await openStage();
  const { client } = stage.desk;
  const { channels } = conversation(stage.folder, 2, RATE);
  const file = path.join(stage.folder, 'talk.wav');
  writeWav(file, channels, RATE);
  const mono = path.join(stage.folder, 'mono.wav');
  writeWav(mono, channels.slice(0, 1), RATE);
  const rows = async () => (await client.queue.list({ offset: 0, limit: 10 })).jobs;
  const measured = () => expect.poll(async () => (await client.queue.quote({})).unmeasured, PATIENT).toBe(0);
  await client.system.setPreset(presetFor(['service-2'], path.join(stage.folder, 'out')));
  const { jobIds } = await client.queue.add({ paths: [file, mono], start: false, connectionId: stage.connectionId });
  const [jobId = '', monoId = ''] = (await rows()).map(({ id }) => id);
  expect(jobIds).toHaveLength(2);
  await client.queue.change({ jobIds: [jobId], changes: { strength: 0.8 } });
  // Before Start, its sketch tells.
  await measured();
  await client.listening.sketch({ jobId });
  await client.listening.sketch({ jobId: monoId });
  expect((await rows()).map(({ channelNotes }) => channelNotes)).toEqual([[{ kind: 'two-voices' }], []]);

  const split = await client.queue.splitChannels({ jobId });
  await measured();
  expect(await rows()).toMatchObject([
    {
      id: split.jobIds[0],
      name: 'talk – left.wav',
      channels: 1,
      own: { strength: 0.8 },
      side: { side: 'left', of: 'talk.wav' },
    },
    {
      id: split.jobIds[1],
      name: 'talk – right.wav',
      channels: 1,
      durationSeconds: 8,
      side: { side: 'right', isRevertible: true },
    },
    { id: monoId },
  ]);
  expect(await client.queue.quote({})).toMatchObject({ recordings: 3, amount: 3 * 60 * PRICE });
  await expect(client.queue.splitChannels({ jobId: split.jobIds[0] ?? '' })).rejects.toMatchObject({
    data: { code: 'notPossibleNow' },
  });
  await expect(client.queue.splitChannels({ jobId: monoId })).rejects.toMatchObject({
    data: { parts: { what: 'This recording is mono: there is no left and right to split it into.' } },
  });

  expect(split.silent).toBeNull();
  expect(await client.queue.joinChannels({ jobId: split.jobIds[1] ?? '' })).toEqual({ jobId });
  expect(await rows()).toMatchObject([{ id: jobId, name: 'talk.wav', channels: 2, side: null }, { id: monoId }]);
  await expect(client.queue.joinChannels({ jobId })).rejects.toMatchObject({ data: { code: 'notPossibleNow' } });

  // A silent side gets no row, and the whole comes back all the same.
  const half = path.join(stage.folder, 'half.wav');
  writeWav(half, [channels[0] as Float32Array, new Float32Array(channels[0]?.length ?? 0)], RATE);
  const added = await client.queue.add({ paths: [half], start: false, connectionId: stage.connectionId });
  const [halfId = ''] = added.jobIds;
  const one = await client.queue.splitChannels({ jobId: halfId });
  expect(one).toEqual({ jobIds: [expect.any(String)], silent: 'right' });
  expect((await rows()).map(({ name }) => name)).toEqual(['talk.wav', 'mono.wav', 'half – left.wav']);
  expect(await client.queue.joinChannels({ jobId: one.jobIds[0] ?? '' })).toEqual({ jobId: halfId });
  await client.queue.remove({ jobIds: [halfId] });

  // Once one is started, they stay apart.
  const again = await client.queue.splitChannels({ jobId });
  await measured();
  await client.queue.start({ jobIds: again.jobIds.slice(0, 1) });
  await expect(client.queue.joinChannels({ jobId: again.jobIds[1] ?? '' })).rejects.toMatchObject({
    data: { parts: { what: 'One of the two was started already, so they stay apart.' } },
  });
});

test('left and right of an MP3 are restored to two mono MP3s, each with its own voice', { tags: 'long' }, async () => {
  const folder = temporaryFolder();
  const spoken = conversation(folder, 4, RATE);
  const whole = path.join(folder, 'whole.wav');
  writeWav(whole, spoken.channels, RATE);
  const file = path.join(folder, 'talk.mp3');
  ffmpeg('-i', whole, '-metadata', 'title=Our talk', '-b:a', '128k', file);
  const { client } = openTestDesk(path.join(folder, 'data'));
  const out = path.join(folder, 'out');
  await client.system.setPreset(presetFor(['service-2'], out));
  const { jobIds } = await client.queue.add({ paths: [file], start: false });
  const sides = await client.queue.splitChannels({ jobId: jobIds[0] ?? '' });
  // Whatever becomes of the copies, they can be made again.
  rmSync(path.join(folder, 'data', 'library', 'managed'), { recursive: true });
  await client.queue.start({});
  for (const id of sides.jobIds) {
    const done = await waitForJob(client, id, isDone);
    expect(done).toMatchObject({ channels: 1, channelNotes: [] });
  }
  expect(readdirSync(out).sort()).toEqual(['talk – left (service-2).mp3', 'talk – right (service-2).mp3']);
  const [left, right] = readdirSync(out)
    .sort()
    .map((name) => path.join(out, name)) as [string, string];
  expect(hostOverGuest(left, spoken)).toBeGreaterThan(20);
  expect(hostOverGuest(right, spoken)).toBeLessThan(-20);
  for (const made of [left, right]) {
    const told = ffmpeg('-i', made, '-f', 'ffmetadata', '-').toString();
    expect(told).toContain('title=Our talk');
    expect(decode(made, { channels: 1, sampleRate: RATE }).frames).toBe(spoken.host.length);
  }
});

test('the sides of a video are two videos, each with the picture and one voice', { tags: 'long' }, async () => {
  const folder = temporaryFolder();
  const spoken = conversation(folder, 2, RATE);
  const whole = path.join(folder, 'whole.wav');
  writeWav(whole, spoken.channels, RATE);
  const file = path.join(folder, 'call.mp4');
  ffmpeg('-i', whole, '-f', 'lavfi', '-i', 'testsrc=d=8:s=64x48:r=5', '-map', '1', '-map', '0', '-shortest', file);
  const { client } = openTestDesk(path.join(folder, 'data'));
  const out = path.join(folder, 'out');
  await client.system.setPreset(presetFor(['service-2'], out));
  const { jobIds } = await client.queue.add({ paths: [file], start: false });
  const sides = await client.queue.splitChannels({ jobId: jobIds[0] ?? '' });
  await client.queue.start({});
  for (const id of sides.jobIds) await waitForJob(client, id, isDone);
  const made = readdirSync(out).sort();
  expect(made).toEqual(['call – left (service-2).mp4', 'call – right (service-2).mp4']);
  const [left, right] = made.map((name) => path.join(out, name)) as [string, string];
  expect(hostOverGuest(left, spoken)).toBeGreaterThan(20);
  expect(hostOverGuest(right, spoken)).toBeLessThan(-20);
  expect(ffmpeg('-i', left, '-map', '0:v', '-c', 'copy', '-f', 'streamhash', '-')).toEqual(
    ffmpeg('-i', file, '-map', '0:v', '-c', 'copy', '-f', 'streamhash', '-'),
  );
});
