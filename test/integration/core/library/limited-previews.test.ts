import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Engine } from '../../../../electron/core/engine/library-engine.ts';
import { createLimitedPreviews } from '../../../../electron/core/library/export/limited-previews.ts';
import { libraryPaths } from '../../../../electron/core/library/paths.ts';
import { createMediaHandler } from '../../../../electron/hosts/common/media/media-handler.ts';
import { nodeFiles } from '../../../../electron/platform/files/files.ts';
import { silentLog } from '../../../../electron/platform/log.ts';
import type { LimitedPreviewEvent } from '../../../../shared/contract/listening/listening.ts';
import { pcmAddress } from '../../../../shared/contract/page/media-addresses.ts';
import { type RowSettings, withRowSettings } from '../../../../shared/domain/batch/row-settings.ts';
import type { SoundSettings } from '../../../../shared/domain/export/settings.ts';
import { decode, speech } from '../../../fixtures/audio/media.ts';
import { writeWav } from '../../../fixtures/audio/signals.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { presetFor, waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { saveAs } from '../../../harness/desk/save-as.ts';
import { giveBack, isDone, openStage } from '../../../harness/desk/scripted-stage.ts';

const LOUD = { strength: 0.8, loudness: -9 };
/** −60 dBFS. */
const RESIDUAL = 1e-3;
const LATE = 240;

/** One desk for all tests: each has a recording of its own. */
const stage = await openStage({}, {}, { whenOver: afterAll, service: { statusOf: () => 'complete' } });
const { client, dataDirectory, desk, store } = stage.desk;
const previews = path.join(dataDirectory, 'library/previews');
const media = createMediaHandler({ ...desk, locateTake: desk.locateTake });
let recordings = 0;

/** A finished recording whose result comes late. */
async function restored(
  channels: 1 | 2,
  rate: number,
  seconds = 3,
  settings: RowSettings = {},
): Promise<{ folder: string; jobId: string; takeId: string }> {
  recordings += 1;
  const folder = path.join(stage.folder, String(recordings));
  mkdirSync(folder);
  const spoken = speech(folder, seconds, rate);
  const levels = [0.3, 0.2].slice(0, channels);
  const original = levels.map((level) => spoken.map((value) => (level + recordings / 1000) * value));
  const result = original.map((samples) => {
    const late = new Float32Array(samples.length);
    late.set(samples.subarray(0, samples.length - LATE), LATE);
    return late;
  });
  writeWav(path.join(folder, 'take.wav'), original, rate);
  writeWav(path.join(folder, 'restored.wav'), result, rate);
  await giveBack(stage, path.join(folder, 'restored.wav'));
  const preset = withRowSettings(presetFor(['service-2'], path.join(folder, 'out')), settings);
  const asked = { paths: [path.join(folder, 'take.wav')], preset, start: true, connectionId: stage.connectionId };
  const { jobIds } = await client.queue.add(asked);
  const jobId = jobIds[0] ?? '';
  const job = await waitForJob(client, jobId, isDone);
  return { folder, jobId, takeId: `result:${job.generations[0]?.id}` };
}

async function made(takeId: string, settings: SoundSettings): Promise<NonNullable<LimitedPreviewEvent['made']>> {
  for await (const event of await client.listening.limitedPreview({ takeId, settings })) {
    if (event.made !== null) return event.made;
  }
  throw new Error('There is no preview');
}

/** Interleaved stereo at the recording's rate, in the chunks of a player that jumps. */
async function played(take: string, frames: number, rate: number): Promise<Float32Array> {
  const whole = new Float32Array(2 * frames);
  const chunk = 16_384;
  const starts = Array.from({ length: Math.ceil(frames / chunk) }, (_, index) => index * chunk);
  for (const from of starts.toReversed()) {
    const answer = await media(new Request(`http://desk${pcmAddress(take, from, chunk, rate)}`));
    expect(answer.status).toBe(200);
    whole.set(new Float32Array(await answer.arrayBuffer()).subarray(0, 2 * (frames - from)), 2 * from);
  }
  return whole;
}

test.each([
  { channels: 1, rate: 44_100 },
  { channels: 2, rate: 44_100 },
  { channels: 1, rate: 48_000 },
  { channels: 2, rate: 48_000 },
] as const)(
  'what is played of a limited preview is what the export delivers: $channels channels at $rate Hz',
  { tags: 'long' },
  async ({ channels, rate }) => {
    const { jobId, takeId } = await restored(channels, rate);
    const preview = await made(takeId, LOUD);
    expect(preview.figures.truePeak).toBeLessThanOrEqual(-1);
    const { outputs } = await saveAs(client, { jobIds: [jobId], changes: LOUD });
    const generation = store.results.get(takeId.replace('result:', ''));
    expect(generation?.exportMade?.figures).toMatchObject({ limited: true, lag: LATE });
    const exported = decode(outputs[0]?.path ?? '', { channels });
    const heard = await played(preview.id, exported.frames, rate);
    let residual = 0;
    for (let i = 0; i < heard.length; i++) {
      const side = exported.channels[channels === 1 ? 0 : i % 2];
      residual = Math.max(residual, Math.abs((heard[i] as number) - (side?.[i >> 1] as number)));
    }
    expect(residual).toBeLessThan(RESIDUAL);
    expect(exported.channels[0]?.some((value) => Math.abs(value) > 0.5)).toBe(true);
    // The space view knows it, and a clean-up takes it.
    const { cleanups, surveyId, used } = await client.care.space();
    expect(used.find(({ kind }) => kind === 'previews')?.bytes).toBeGreaterThan(0);
    expect(cleanups.some(({ kind }) => kind === 'saved')).toBe(true);
    await client.care.clean({ surveyId, kinds: ['saved'] });
    expect((await media(new Request(`http://desk${pcmAddress(preview.id, 0, 128, rate)}`))).status).toBe(404);
    // What is gone is made again.
    expect((await made(takeId, LOUD)).id).not.toBe(preview.id);
  },
);

test('voices that an export levels are leveled in its preview too', { tags: 'long' }, async () => {
  const { takeId } = await restored(1, 44_100, 3, { levelVoices: true });
  const exported = store.results.get(takeId.replace('result:', ''))?.exportMade;
  expect(exported?.figures?.voices?.raised).toBeLessThan(1);
  const preview = await made(takeId, { strength: 1, loudness: null });
  expect(preview.figures.loudness).toBeCloseTo(exported?.figures?.after.loudness ?? 0, 1);
});

test('asked again it is there at once; settings that change stop the work and leave no file', {
  tags: 'long',
}, async () => {
  const { takeId } = await restored(1, 48_000, 20);
  const first = await made(takeId, LOUD);
  expect(await made(takeId, LOUD)).toEqual(first);
  const before = readdirSync(previews);
  const stop = new AbortController();
  const asked = { takeId, settings: { strength: 0.7, loudness: -8 } };
  const events = await client.listening.limitedPreview(asked, { signal: stop.signal });
  setTimeout(() => stop.abort(), 300);
  await expect(
    (async () => {
      for await (const event of events) if (event.made !== null) return 'made';
      return 'left';
    })().catch(() => 'left'),
  ).resolves.toBe('left');
  await expect.poll(() => readdirSync(previews)).toEqual(before);
  for (const none of ['preview:none', 'preview:../../x', 'preview:']) {
    expect((await media(new Request(`http://desk${pcmAddress(none, 0, 128, 48_000)}`))).status).toBe(404);
  }
  await expect(made('result:none', LOUD)).rejects.toMatchObject({ data: { code: 'notFound' } });
});

test('together they take no more room than they may; what an earlier run left is removed', {
  tags: 'long',
}, async () => {
  const { takeId } = await restored(1, 48_000);
  const generation = takeId.replace('result:', '');
  const paths = libraryPaths(temporaryFolder());
  mkdirSync(path.join(paths.previews, 'left'), { recursive: true });
  const engine: Engine = {
    request: (async (_kind: string, { output }: { output: string }) => {
      writeFileSync(output, Buffer.alloc(1000));
      return { bytes: 1000, figures: { after: { loudness: -9, truePeak: -1 } } };
    }) as unknown as Engine['request'],
    stop: async () => undefined,
  };
  let ids = 0;
  const ports = { engine, files: nodeFiles, log: silentLog, newId: () => `id-${++ids}`, store };
  const needed = 2 ** 24 + 3 * 3 * 48_000;
  const limited = createLimitedPreviews(ports, paths, needed + 1500);
  const make = (loudness: number) => limited.make(generation, { strength: 1, loudness }, () => undefined);
  const one = await make(-9);
  const two = await make(-10);
  expect(readdirSync(paths.previews)).toEqual(['id-1', 'id-2']);
  // The one that was used last stays.
  await make(-9);
  const three = await make(-11);
  expect(readdirSync(paths.previews).sort()).toEqual(['id-1', 'id-3']);
  expect([one, two, three].map(({ id }) => limited.file(id) !== null)).toEqual([true, false, true]);
  expect(existsSync(limited.file(three.id) ?? '')).toBe(true);
  await expect(createLimitedPreviews(ports, paths, needed - 1).make(generation, LOUD, () => undefined)).rejects.toThrow(
    'notPossibleNow',
  );
  rmSync(paths.previews, { recursive: true });
});
