import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { createMediaHandler } from '../../../../electron/hosts/common/media/media-handler.ts';
import { hashFile } from '../../../../electron/platform/files/hashing.ts';
import type { SavingEvent } from '../../../../shared/contract/listening.ts';
import { fileAddress, saveAddress } from '../../../../shared/contract/page/media-addresses.ts';
import type { BatchPreset } from '../../../../shared/domain/batch/batch-preset.ts';
import { EXPORT_FORMATS } from '../../../../shared/domain/export-settings.ts';
import { writeTone } from '../../../fixtures/tone.ts';
import { presetFor, waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { giveBack, isDone, openStage, type Stage } from '../../../harness/desk/scripted-stage.ts';

const LIBRARY = { kind: 'library' } as const;

/** A finished recording. @param place of its outputs, below the stage's folder; null for the library */
async function restored(place: string | null, preset: Partial<BatchPreset> = {}) {
  const stage = await openStage();
  const { client } = stage.desk;
  // Another sound than the recording's: strength would make no difference.
  const sound = path.join(stage.folder, 'restored.wav');
  writeTone(sound, { seconds: 2, frequency: 900 });
  await giveBack(stage, sound);
  const inFolder = presetFor(['service-2'], path.join(stage.folder, place ?? ''));
  const whole = { ...inFolder, ...(place === null ? { output: LIBRARY } : {}), ...preset };
  const paths = [path.join(stage.folder, 'take.wav')];
  const { jobIds } = await client.queue.add({ paths, preset: whole, start: true, connectionId: stage.connectionId });
  const jobId = jobIds[0] ?? '';
  const job = await waitForJob(client, jobId, isDone);
  const { desk } = stage.desk;
  const media = createMediaHandler({ ...desk, locate: desk.locateTake });
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

/** Settings of a job that has ended, as if it had been started with them. */
function startedWith({ desk }: Pick<Stage, 'desk'>, jobId: string, preset: BatchPreset): void {
  const database = new Database(path.join(desk.dataDirectory, 'cleartake.sqlite'));
  database.prepare('update job set preset = ? where id = ?').run(JSON.stringify(preset), jobId);
  database.close();
}

test('for every strength, loudness and format, what is saved is what the export writes, byte for byte', async () => {
  const { stage, jobId, take, whole, get } = await restored('first');
  rmSync(path.join(stage.folder, 'first'), { recursive: true });
  const { client } = stage.desk;
  const cases = EXPORT_FORMATS.flatMap((format) =>
    [null, -16].flatMap((loudness) => [1, 0.5].map((strength) => ({ format, loudness, strength }))),
  );
  const hashes = new Map<string, string>();
  for (const [index, settings] of cases.entries()) {
    startedWith(stage, jobId, { ...whole, ...settings, output: LIBRARY });
    const answer = await get(saveAddress(take));
    expect(answer.status, JSON.stringify(settings)).toBe(200);
    const saved = await sha256(answer);
    const folder = path.join(stage.folder, `out ${index}`);
    startedWith(stage, jobId, { ...whole, ...settings, output: { kind: 'folder', path: folder } });
    // Nothing that was made before is at hand: the export renders for itself.
    rmSync(path.join(stage.desk.dataDirectory, 'library/saved'), { recursive: true, force: true });
    await client.queue.retry({ jobIds: [jobId] });
    await expect.poll(() => existsSync(folder) && readdirSync(folder).some((name) => !name.startsWith('.'))).toBe(true);
    await waitForJob(client, jobId, isDone);
    const [name = ''] = readdirSync(folder);
    expect(answer.headers.get('content-disposition'), JSON.stringify(settings)).toContain(`filename="${name}"`);
    expect([settings, await hashFile(path.join(folder, name))]).toEqual([settings, saved]);
    hashes.set(saved, JSON.stringify(settings));
    rmSync(folder, { recursive: true });
  }
  // Different settings make different files, or this would prove nothing. `source` is 16-bit WAV here, in four cases.
  expect(hashes.size).toBe(cases.length - 4);
});

test('with "in the library only", Save has the loudness that was chosen, and the raw result is apart', async () => {
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

test('whoever saves hears how it goes and shares the work; a second Save has the file at once', async () => {
  const { stage, take, get } = await restored(null, { format: 'flac' });
  const hear = () => hearSave(stage, take);
  const [one, other] = await Promise.all([hear(), hear()]);
  expect(one.at(-1)?.fileName).toBe('take (service-2).flac');
  expect(other.at(-1)).toEqual(one.at(-1));
  const folder = path.join(stage.desk.dataDirectory, 'library/saved');
  const [name = ''] = readdirSync(folder);
  const { mtimeMs } = statSync(path.join(folder, name));
  expect(await hear()).toHaveLength(1);
  expect(await sha256(await get(saveAddress(take)))).toBe(await hashFile(path.join(folder, name)));
  expect(readdirSync(folder)).toEqual([name]);
  expect(statSync(path.join(folder, name)).mtimeMs).toBe(mtimeMs);
});

test('a Save that needs the recording says so when that is gone, and leaves nothing', async () => {
  const { stage, take, get } = await restored(null, { strength: 0.5 });
  rmSync(path.join(stage.folder, 'take.wav'));
  await expect(hearSave(stage, take)).rejects.toMatchObject({ data: { code: 'sourceMissing' } });
  const answer = await get(saveAddress(take));
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([404, 'sourceMissing']);
  expect(readdirSync(path.join(stage.desk.dataDirectory, 'library/saved'))).toEqual([]);
  for (const other of ['result:none', 'original:none', '/etc/passwd', ''])
    expect((await get(saveAddress(other))).status).toBe(404);
});

test('whoever stops waiting stops the work, and the next Save begins anew', async () => {
  const { stage, take } = await restored(null, { format: 'mp3' });
  const events = await stage.desk.client.listening.save({ takeId: take });
  const first = events.next();
  await events.return?.();
  await first.catch(() => undefined);
  expect((await hearSave(stage, take)).at(-1)?.fileName).toBe('take (service-2).mp3');
  const folder = path.join(stage.desk.dataDirectory, 'library/saved');
  await expect.poll(() => readdirSync(folder)).toEqual([take.replace('result:', '')]);
});
