import { readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { createMediaHandler } from '../../../../electron/hosts/common/media/media-handler.ts';
import { hashFile } from '../../../../electron/platform/files/hashing.ts';
import type { SavingEvent } from '../../../../shared/contract/listening/listening.ts';
import { fileAddress, saveAddress } from '../../../../shared/contract/page/media-addresses.ts';
import type { BatchPreset } from '../../../../shared/domain/batch/batch-preset.ts';
import { EXPORT_FORMATS, LOUDEST_TARGET, QUIETEST_TARGET } from '../../../../shared/domain/export/settings.ts';
import { speech } from '../../../fixtures/audio/media.ts';
import { writeWav } from '../../../fixtures/audio/signals.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { writeTone } from '../../../fixtures/tone.ts';
import { presetFor, waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { saveAs } from '../../../harness/desk/save-as.ts';
import { giveBack, isDone, openStage, type Stage } from '../../../harness/desk/scripted-stage.ts';

const LIBRARY = { kind: 'library' } as const;

/** Another sound than the recording's: strength would make no difference. */
function writeTones(folder: string): void {
  writeTone(path.join(folder, 'take.wav'), { seconds: 1 });
  writeTone(path.join(folder, 'restored.wav'), { seconds: 1, frequency: 900 });
}

/** A finished recording. @param place of its outputs, below the stage's folder; null for the library @param write the recording and its result */
async function restored(place: string | null, preset: Partial<BatchPreset> = {}, write = writeTones) {
  const stage = await openStage();
  const { client } = stage.desk;
  write(stage.folder);
  await giveBack(stage, path.join(stage.folder, 'restored.wav'));
  const inFolder = presetFor(['service-2'], path.join(stage.folder, place ?? ''));
  const whole = { ...inFolder, ...(place === null ? { output: LIBRARY } : {}), ...preset };
  const paths = [path.join(stage.folder, 'take.wav')];
  const { jobIds } = await client.queue.add({ paths, preset: whole, start: true, connectionId: stage.connectionId });
  const jobId = jobIds[0] ?? '';
  const job = await waitForJob(client, jobId, isDone);
  const { desk } = stage.desk;
  const media = createMediaHandler({ ...desk, locateTake: desk.locateTake });
  const take = `result:${job.generations[0]?.id}`;
  return { stage, jobId, take, whole, get: (address: string) => media(new Request(`http://desk${address}`)) };
}

async function sha256(answer: Response): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', await answer.arrayBuffer())).toString('hex');
}

async function hearSave({ desk }: Pick<Stage, 'desk'>, takeId: string): Promise<SavingEvent[]> {
  const heard: SavingEvent[] = [];
  for await (const event of await desk.client.listening.save({ takeId })) heard.push(event);
  return heard;
}

function savedOf({ desk }: Pick<Stage, 'desk'>, take: string): string {
  return path.join(desk.dataDirectory, 'library/saved', take.replace('result:', ''));
}

/** Settings of a job that has ended, as if it had been started with them. */
function startedWith({ desk }: Pick<Stage, 'desk'>, jobId: string, preset: BatchPreset): void {
  const database = new Database(path.join(desk.dataDirectory, 'cleartake.sqlite'));
  database.prepare('update job set preset = ? where id = ?').run(JSON.stringify(preset), jobId);
  database.close();
}

/** The choices of the desk, and the limits of the terminal. */
const LOUDNESS = [null, -14, -16, -19, -23, QUIETEST_TARGET, LOUDEST_TARGET] as const;
const STRENGTHS = [1, 0.5, 0.05, 0.95, 0] as const;

test('for every strength, loudness and format, what is saved is what the export writes, byte for byte', {
  tags: 'long',
}, async () => {
  const { stage, jobId, take, whole, get } = await restored('first');
  const { client } = stage.desk;
  // Every format with every loudness and every strength.
  const cases = EXPORT_FORMATS.flatMap((format, row) =>
    LOUDNESS.map((loudness, column) => ({ format, loudness, strength: STRENGTHS[(row + column) % 5] as number })),
  );
  const hashes = new Set<string>();
  for (const [index, settings] of cases.entries()) {
    startedWith(stage, jobId, { ...whole, ...settings, output: LIBRARY });
    const answer = await get(saveAddress(take));
    expect(answer.status, JSON.stringify(settings)).toBe(200);
    const saved = await sha256(answer);
    // Nothing that was made before is at hand: the export renders for itself.
    rmSync(path.join(stage.desk.dataDirectory, 'library/saved'), { recursive: true, force: true });
    const folder = path.join(stage.folder, `out ${index}`);
    const changes = { output: { kind: 'folder', path: folder } } as const;
    const [made] = (await saveAs(client, { jobIds: [jobId], changes })).outputs;
    const name = path.basename(made?.path ?? '');
    expect(answer.headers.get('content-disposition'), JSON.stringify(settings)).toContain(`filename="${name}"`);
    expect([settings, await hashFile(path.join(folder, name))]).toEqual([settings, saved]);
    hashes.add(saved);
  }
  // Different settings make different files, or this would prove nothing.
  expect(hashes.size).toBe(cases.length);
});

test('a result that is a few milliseconds late is brought into place by Save as by the export, from the library alone', {
  tags: 'long',
}, async () => {
  const spoken = speech(temporaryFolder(), 3, 48_000).map((value) => 0.5 * value);
  const late = new Float32Array(spoken.length);
  late.set(spoken.subarray(0, spoken.length - 480), 480);
  const { stage, jobId, take, get } = await restored(null, {}, (folder) => {
    writeWav(path.join(folder, 'take.wav'), [spoken], 48_000);
    writeWav(path.join(folder, 'restored.wav'), [late], 48_000);
  });
  const saved = await sha256(await get(saveAddress(take)));
  const [generation] = stage.desk.store.generations.ofJob(jobId);
  const result = stage.desk.store.results.get(generation?.id ?? '');
  expect(result?.exportMade?.figures).toMatchObject({ lag: 480 });
  const output = { kind: 'folder', path: path.join(stage.folder, 'out') } as const;
  const [made] = (await saveAs(stage.desk.client, { jobIds: [jobId], changes: { output } })).outputs;
  expect(await hashFile(made?.path ?? '')).toBe(saved);
  expect(stage.desk.desk.fileOfResult(take)).toBe(made?.path);
});

test('with "in the library only", Save has the loudness that was chosen, and the raw result is apart', {
  tags: 'long',
}, async () => {
  const { stage, jobId, take, get } = await restored(null, { loudness: -16 });
  const { client } = stage.desk;
  const saved = await get(saveAddress(take));
  expect(saved.headers.get('content-disposition')).toContain('filename="take (service-2).wav"');
  const raw = await get(fileAddress(take));
  expect(raw.headers.get('content-disposition')).toContain('filename="take (service-2) raw.wav"');
  const [generation] = stage.desk.store.generations.ofJob(jobId);
  const result = stage.desk.store.results.get(generation?.id ?? '');
  expect(await sha256(raw)).toBe(result?.contentHash);
  expect(result?.exportMade?.figures?.after?.loudness).toBeCloseTo(-16, 0);
  expect(await sha256(saved)).toBe(result?.exportHash);
  // It stays in the library.
  const { job } = await client.listening.takes({ jobId });
  expect(job.generations[0]?.exportedPath).toBeNull();
});

test('whoever saves hears how it goes and shares the work; a second Save, and a drag, has the file at once', {
  tags: 'long',
}, async () => {
  const { stage, jobId, take, get, whole } = await restored(null, { format: 'flac' });
  const hear = () => hearSave(stage, take);
  const [one, other] = await Promise.all([hear(), hear()]);
  expect(one.at(-1)?.fileName).toBe('take (service-2).flac');
  expect(other.at(-1)).toEqual(one.at(-1));
  const file = path.join(savedOf(stage, take), 'take (service-2).flac');
  const { mtimeMs } = statSync(file);
  expect(await hear()).toHaveLength(1);
  expect(await sha256(await get(saveAddress(take)))).toBe(await hashFile(file));
  expect(readdirSync(path.dirname(path.dirname(file)))).toEqual([take.replace('result:', '')]);
  expect(statSync(file).mtimeMs).toBe(mtimeMs);
  // Dragged out, it is the same file; one that has to be made first can't be dragged.
  expect(stage.desk.desk.fileOfResult(take)).toBe(file);
  startedWith(stage, jobId, { ...whole, format: 'mp3' });
  expect(stage.desk.desk.fileOfResult(take)).toBeNull();
  // Whoever stops waiting stops the work, and the next Save begins anew.
  const events = await stage.desk.client.listening.save({ takeId: take });
  const first = events.next();
  await events.return?.();
  await first.catch(() => undefined);
  expect((await hear()).at(-1)?.fileName).toBe('take (service-2).mp3');
  await expect.poll(() => readdirSync(savedOf(stage, take))).toEqual(['take (service-2).mp3']);
});

test('a Save that needs the recording says so when that is gone, and leaves nothing', { tags: 'long' }, async () => {
  const { stage, take, get } = await restored(null, { strength: 0.5 });
  rmSync(path.join(stage.folder, 'take.wav'));
  await expect(hearSave(stage, take)).rejects.toMatchObject({ data: { code: 'sourceMissing' } });
  const answer = await get(saveAddress(take));
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([404, 'sourceMissing']);
  expect(readdirSync(path.join(stage.desk.dataDirectory, 'library/saved'))).toEqual([]);
  for (const other of ['result:none', 'original:none', '/etc/passwd', ''])
    expect((await get(saveAddress(other))).status).toBe(404);
});
