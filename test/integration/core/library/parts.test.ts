import { randomFillSync } from 'node:crypto';
import { existsSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createMediaHandler } from '../../../../electron/hosts/common/media/media-handler.ts';
import type { PartEvent } from '../../../../shared/contract/listening/listening.ts';
import { saveAddress } from '../../../../shared/contract/page/media-addresses.ts';
import type { PartRequest } from '../../../../shared/domain/listening/part.ts';
import { decode, speech } from '../../../fixtures/audio/media.ts';
import { type Channels, noise, writeWav } from '../../../fixtures/audio/signals.ts';
import { emptyWav, WAV_HEADER_BYTES } from '../../../fixtures/wav.ts';
import { presetFor, waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { giveBack, isDone, openStage } from '../../../harness/desk/scripted-stage.ts';

const RATE = 44_100;
const SECONDS = 5;
/** The result comes late by so many frames. */
const LATE = 137;
/** Its export takes a while. */
const LONG_SECONDS = 900;
const FROM = 54_321;
const TO = 96_789;

/** Values that 16 bits can hold, so that nothing is rounded. */
function exactly(samples: Float32Array): Float32Array {
  return samples.map((value) => Math.round(Math.max(-0.9, Math.min(0.9, value)) * 32_768) / 32_768);
}

/** The largest difference; infinite where one is longer. */
function distance(one: Float32Array | undefined, other: Float32Array): number {
  if (one?.length !== other.length) return Number.POSITIVE_INFINITY;
  return other.reduce((most, value, index) => Math.max(most, Math.abs(value - (one[index] as number))), 0);
}

async function openScene() {
  const stage = await openStage();
  const { client, desk } = stage.desk;
  const at = (name: string) => path.join(stage.folder, name);
  const spoken = speech(stage.folder, SECONDS, RATE).map((value) => value * 0.5);
  const hiss = noise(spoken.length, 4);
  const noisy = exactly(spoken.map((value, index) => value + 0.02 * (hiss[index] as number)));
  const restored = exactly(new Float32Array(spoken.length).map((_, index) => spoken[index - LATE] ?? 0));
  writeWav(at('Episode 12.wav'), [noisy], RATE);
  writeWav(at('restored.wav'), [restored], RATE);
  await giveBack(stage, at('restored.wav'));
  const { jobIds } = await client.queue.add({
    paths: [at('Episode 12.wav')],
    preset: { ...presetFor(['service-2'], at('out')), output: { kind: 'library' } },
    start: true,
    connectionId: stage.connectionId,
  });
  const jobId = jobIds[0] ?? '';
  await waitForJob(client, jobId, isDone);
  const { takes } = await client.listening.takes({ jobId });
  const media = createMediaHandler({ ...desk, locateTake: desk.locateTake });
  const [original = '', result = ''] = takes.map(({ id }) => id);
  const usual = { jobId, take: result, isRemoved: false, passage: null, format: 'wav24' } as const;

  async function hear(request: PartRequest): Promise<PartEvent[]> {
    const heard: PartEvent[] = [];
    for await (const event of await client.listening.part(request)) heard.push(event);
    return heard;
  }

  async function exported(changes: Partial<PartRequest>): Promise<{ name: string; channels: Channels }> {
    const made = (await hear({ ...usual, ...changes })).at(-1)?.made;
    const answer = await media(new Request(`http://desk${saveAddress(made?.id ?? '')}`));
    expect(answer.status).toBe(200);
    writeFileSync(at('exported'), Buffer.from(await answer.arrayBuffer()));
    const { channels } = decode(at('exported'), { sampleRate: RATE, channels: 1 });
    return { name: made?.fileName ?? '', channels };
  }

  return { at, client, exported, folder: stage.desk.dataDirectory, hear, noisy, original, restored, result, usual };
}

/** Seconds of the passage, a little beside whole frames as a page has them. */
const passage = { startSeconds: (FROM + 0.2) / RATE, endSeconds: (TO - 0.3) / RATE };

test('a passage has exactly the frames of its take, whole takes too, and a name that says what it is', {
  tags: 'long',
}, async () => {
  const { exported, noisy, original, restored } = await openScene();
  const part = await exported({ passage });
  expect(part.name).toBe('Episode 12 – Service 2.0 – 0m1.2s–0m2.2s.wav');
  expect(distance(part.channels[0], restored.subarray(FROM, TO))).toBe(0);
  const flac = await exported({ take: original, passage, format: 'flac' });
  expect(flac.name).toBe('Episode 12 – Original – 0m1.2s–0m2.2s.flac');
  expect(distance(flac.channels[0], noisy.subarray(FROM, TO))).toBe(0);
  const whole = await exported({});
  expect(whole.name).toBe('Episode 12 – Service 2.0.wav');
  expect(distance(whole.channels[0], restored)).toBe(0);
  const mp3 = await exported({ passage, format: 'mp3' });
  expect(mp3.name).toBe('Episode 12 – Service 2.0 – 0m1.2s–0m2.2s.mp3');
  expect(mp3.channels[0]?.length).toBeGreaterThanOrEqual(TO - FROM);
});

test('what was removed is the original without the result, brought into place', { tags: 'long' }, async () => {
  const { exported, noisy, restored } = await openScene();
  const removed = noisy.map((value, index) => value - (restored[index + LATE] ?? 0));
  const whole = await exported({ isRemoved: true });
  expect(whole.name).toBe('Episode 12 – Service 2.0 – removed.wav');
  expect(distance(whole.channels[0], removed)).toBe(0);
  const part = await exported({ isRemoved: true, passage, format: 'flac' });
  expect(part.name).toBe('Episode 12 – Service 2.0 – removed – 0m1.2s–0m2.2s.flac');
  expect(distance(part.channels[0], removed.subarray(FROM, TO))).toBe(0);
});

test('an export that is cancelled stops the work and leaves no file', { tags: 'long' }, async () => {
  const { connectionId, desk, folder } = await openStage();
  const { client } = desk;
  const long = emptyWav({ frames: LONG_SECONDS * 16_000, sampleRate: 16_000, channels: 1 });
  randomFillSync(long, WAV_HEADER_BYTES);
  writeFileSync(path.join(folder, 'long.wav'), long);
  const preset = { ...presetFor(['service-2'], folder), output: { kind: 'library' } as const };
  const added = await client.queue.add({ paths: [path.join(folder, 'long.wav')], preset, start: true, connectionId });
  const jobId = added.jobIds[0] ?? '';
  await waitForJob(client, jobId, isDone);
  const take = `original:${jobId}`;
  const stop = new AbortController();
  const request = { jobId, take, isRemoved: false, passage: null, format: 'mp3' } as const;
  const parts = path.join(desk.dataDirectory, 'library/parts');
  const events = await client.listening.part(request, { signal: stop.signal });
  expect((await events.next()).value).toMatchObject({ made: null });
  expect(readdirSync(parts)).toHaveLength(1);
  stop.abort();
  await expect.poll(() => readdirSync(parts)).toEqual([]);
});

test('what can’t be exported is refused with the reason, and leaves nothing', { tags: 'long' }, async () => {
  const { at, folder, hear, original, usual } = await openScene();
  const refused = (changes: Partial<PartRequest>, code: string) =>
    expect(hear({ ...usual, ...changes })).rejects.toMatchObject({ data: { code } });
  await refused({ take: 'result:none' }, 'notFound');
  await refused({ take: original, isRemoved: true }, 'notFound');
  await refused({ passage: { startSeconds: 60, endSeconds: 70 } }, 'notPossibleNow');
  renameSync(at('Episode 12.wav'), at('moved.wav'));
  await refused({ take: original }, 'sourceMissing');
  await refused({ isRemoved: true }, 'sourceMissing');
  // Another recording under its name isn’t its original.
  writeWav(at('Episode 12.wav'), [noise(RATE, 9)], RATE);
  await refused({ take: original }, 'sourceMissing');
  const parts = path.join(folder, 'library/parts');
  expect(existsSync(parts) ? readdirSync(parts) : []).toEqual([]);
});
