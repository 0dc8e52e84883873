import { copyFileSync, existsSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { packetHash } from '../../../fixtures/audio/tagged.ts';
import { toldTracks, trackFile } from '../../../fixtures/audio/track-files.ts';
import { presetFor, waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { isDone, ledgerOf, openStage, PRICE, type Stage } from '../../../harness/desk/scripted-stage.ts';

const PATIENT = { timeout: 20_000 };

/** A video with an empty, a desktop and a microphone track, which waits for Start over the scripted service. */
async function openFilm() {
  const stage = await openStage();
  const { client } = stage.desk;
  const film = trackFile(stage.folder, 'mkv', undefined, 2, 'obs.mkv');
  await client.system.setPreset(presetFor(['service-2'], path.join(stage.folder, 'out')));
  const { jobIds } = await client.queue.add({ paths: [film], start: false, connectionId: stage.connectionId });
  const [jobId = ''] = jobIds;
  await measured(stage);
  return { stage, client, film, jobId };
}

/** Every row has its length, so that the quote has all of them. */
async function measured({ desk: { client } }: Stage) {
  await expect.poll(async () => (await client.queue.quote({})).unmeasured, PATIENT).toBe(0);
}

async function rowsOf({ desk: { client } }: Stage) {
  return (await client.queue.list({ offset: 0, limit: 100 })).jobs;
}

test('before Start a row tells its track, and each chosen one gets a row, a name and a quote', {
  tags: 'long',
}, async () => {
  const { client, film, jobId, stage } = await openFilm();
  const [row] = await rowsOf(stage);
  expect(row).toMatchObject({ name: 'obs.mkv', track: { number: 2, of: 3, title: 'Desktop', language: 'deu' } });
  expect(row?.remarks).toMatchObject([{ kind: 'track', number: 2 }]);
  expect(await client.queue.tracks({ jobId })).toMatchObject({ own: 2, chosen: 2, tracks: [{}, {}, { title: 'Mic' }] });

  const one = await client.queue.chooseTracks({ jobId, numbers: [3] });
  expect(one).toEqual({ jobIds: [jobId], refused: [] });
  await measured(stage);
  expect(await rowsOf(stage)).toMatchObject([
    { id: jobId, name: 'obs – Mic.mkv', hasVideo: true, track: { number: 3 } },
  ]);
  expect((await client.queue.tracks({ jobId })).chosen).toBe(3);

  const all = await client.queue.chooseTracks({ jobId, numbers: [1, 2, 3] });
  expect(all.refused).toEqual(['Track 1 of 3: Empty is silent, so there is nothing to restore on it.']);
  expect(all.jobIds).toHaveLength(2);
  await measured(stage);
  expect((await rowsOf(stage)).map(({ name }) => name)).toEqual(['obs – Desktop.mkv', 'obs – Mic.mkv']);
  expect(await client.queue.quote({})).toMatchObject({ recordings: 2, amount: 2 * 60 * PRICE });

  // The same again changes nothing, and adding the file once more adds nothing.
  expect((await client.queue.chooseTracks({ jobId, numbers: [2, 3] })).jobIds).toEqual([jobId]);
  expect(await rowsOf(stage)).toHaveLength(2);
  const again = await client.queue.add({ paths: [film], start: false });
  expect(again.skipped).toMatchObject([{ kind: 'in-queue' }]);
});

test('each restored track is delivered in a video of its own, with its own track replaced, and paid once', {
  tags: 'long',
}, async () => {
  const { client, film, jobId, stage } = await openFilm();
  const { jobIds } = await client.queue.chooseTracks({ jobId, numbers: [2, 3] });
  await measured(stage);
  await client.queue.start({});
  for (const id of jobIds) await waitForJob(client, id, isDone);
  // What the copies are kept in becomes of no output.
  expect((await rowsOf(stage)).map(({ channelNotes }) => channelNotes)).toEqual([[], []]);
  const out = path.join(stage.folder, 'out');
  expect(readdirSync(out).sort()).toEqual(['obs – Desktop (service-2).mkv', 'obs – Mic (service-2).mkv']);
  const before = toldTracks(film);
  for (const [name, replaced] of [
    ['obs – Desktop (service-2).mkv', '0:a:1'],
    ['obs – Mic (service-2).mkv', '0:a:2'],
  ] as const) {
    const file = path.join(out, name);
    expect(toldTracks(file)).toEqual(before);
    for (const stream of ['0:v', '0:a:0', '0:a:1', '0:a:2'].filter((one) => one !== replaced))
      expect([name, stream, packetHash(file, stream)]).toEqual([name, stream, packetHash(film, stream)]);
    // As the file whose track it is.
    expect(Math.abs(statSync(file).mtimeMs - statSync(film).mtimeMs)).toBeLessThan(2);
  }
  for (const id of jobIds) expect(ledgerOf(stage, id).map(([kind]) => kind)).toEqual(['hold', 'charge', 'release']);

  // Another desk's copy of the file, added with all tracks: what was paid is used.
  const copy = path.join(stage.folder, 'again.mkv');
  copyFileSync(film, copy);
  const preset = { ...presetFor(['service-2'], path.join(stage.folder, 'again')), track: 'all' };
  const { connectionId } = stage;
  const report = await client.queue.add({ paths: [copy], preset, start: true, connectionId });
  expect(report.skipped).toMatchObject([{ kind: 'no-track', harmless: true }]);
  for (const id of report.jobIds) await waitForJob(client, id, isDone);
  expect(stage.service.generations).toHaveLength(2);
});

test('a copy that is gone is made again, a touched file is the same, and another one is noticed', {
  tags: 'long',
}, async () => {
  const { client, film, jobId, stage } = await openFilm();
  await client.queue.chooseTracks({ jobId, numbers: [3] });
  await measured(stage);
  const { store } = stage.desk;
  const copy = () => store.recordings.get(store.jobs.get(jobId).recordingId).path;
  const first = copy();
  rmSync(first);
  utimesSync(film, new Date(), new Date(Date.now() - 60_000));
  await client.queue.start({});
  await waitForJob(client, jobId, isDone);
  expect(copy()).toBe(first);
  expect(existsSync(first)).toBe(true);

  const { jobIds } = await client.queue.add({ paths: [film], start: false, connectionId: stage.connectionId });
  const [second = ''] = jobIds;
  await client.queue.chooseTracks({ jobId: second, numbers: [3] });
  await measured(stage);
  trackFile(stage.folder, 'mkv', undefined, 3, 'obs.mkv');
  await client.queue.start({});
  const failed = await waitForJob(client, second, ({ state }) => state.kind === 'failed');
  expect(failed.state).toMatchObject({ error: { code: 'sourceChanged' } });
  expect(stage.service.generations).toHaveLength(1);
});

test('a rule of the preset chooses when a file is added, and what has no such track is left out by name', {
  tags: 'long',
}, async () => {
  const { client, stage } = await openFilm();
  const film = trackFile(stage.folder, 'mkv', undefined, 2, 'other.mkv');
  const add = async (track: string) => {
    const preset = { ...presetFor(['service-2'], path.join(stage.folder, 'out')), track };
    const { jobIds, skipped } = await client.queue.add({ paths: [film], preset, start: false });
    const names = jobIds.map((id) => stage.desk.store.recordings.get(stage.desk.store.jobs.get(id).recordingId).name);
    if (jobIds.length > 0) await client.queue.remove({ jobIds });
    return { names, reasons: skipped.map(({ reason }) => reason) };
  };
  expect(await add('speech')).toEqual({ names: ['other – Mic.mkv'], reasons: [] });
  expect(await add('en')).toEqual({ names: ['other – Mic.mkv'], reasons: [] });
  expect(await add('ger')).toEqual({ names: ['other.mkv'], reasons: [] });
  expect(await add('3')).toEqual({ names: ['other – Mic.mkv'], reasons: [] });
  expect(await add('Guest')).toEqual({
    names: [],
    reasons: ['None of its 3 tracks has the title or language “Guest”.'],
  });
  expect((await add('7')).reasons).toEqual(['There is no track 7: it has 3.']);
});

test('a file is not deleted while another of its tracks waits, and not for a single track', {
  tags: 'long',
}, async () => {
  const { client, film, jobId, stage } = await openFilm();
  await client.system.setPreferences({ afterRecording: 'delete' });
  const { jobIds } = await client.queue.chooseTracks({ jobId, numbers: [2, 3] });
  const [own = '', other = ''] = jobIds;
  await measured(stage);
  await client.queue.start({ jobIds: [own] });
  await waitForJob(client, own, isDone);
  expect(existsSync(film)).toBe(true);
  await client.queue.start({ jobIds: [other] });
  await waitForJob(client, other, isDone);
  expect(existsSync(film)).toBe(true);
});
