import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { spawnNodeHelper } from '../../../../electron/hosts/common/processes/node-helpers.ts';
import { DEFAULT_PATHS } from '../../../../shared/service-api/routes.ts';
import { generateWav, readWav } from '../../../harness/service/generated-media.ts';
import { startService, type TestService, temporaryFolder } from '../../../harness/service/test-service.ts';

const run = promisify(execFile);
const LONG_MS = 50_000;

async function download(service: TestService, ids: object, downloadType: string) {
  const { body } = await service.post(DEFAULT_PATHS.generationDownload, { ...ids, downloadType });
  const response = await fetch(body.downloadUrl);
  expect(response.status).toBe(200);
  return { bytes: Buffer.from(await response.arrayBuffer()), headers: response.headers };
}

/** Seconds of a medium, decoded to its end by another program. */
async function decodedSeconds(file: string): Promise<number> {
  const { stdout } = await run('ffmpeg', ['-v', 'error', '-i', file, '-f', 's16le', '-ac', '1', '-ar', '8000', '-'], {
    encoding: 'buffer',
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout.length / 2 / 8000;
}

test('both models restore a real recording to exactly its length in samples', { tags: 'long' }, async () => {
  const service = await startService({ spawn: spawnNodeHelper });
  const wav = generateWav({ seconds: 4.321, sampleRate: 44_100, channels: 2 });
  const project = await service.uploadedProject(wav);
  const folder = await temporaryFolder();
  const restored = new Map<string, Buffer>();
  for (const [model, route] of Object.entries(DEFAULT_PATHS.startGeneration)) {
    const { body } = await service.post(route, { apiProjectId: project.apiProjectId });
    expect(await service.settled(body, undefined, LONG_MS)).toMatchObject({ status: 'complete', modelKey: model });
    const audio = await download(service, body, 'audio');
    expect(audio.headers.get('content-type')).toBe('audio/wav');
    expect(audio.headers.get('content-disposition')).toContain(`(${model}).wav`);
    expect(readWav(audio.bytes)).toEqual(readWav(wav));
    expect(audio.bytes.subarray(-100_000).equals(wav.subarray(-100_000))).toBe(false);
    restored.set(model, audio.bytes);
    for (const type of ['mp3', 'flac']) {
      const file = path.join(folder, `${model}.${type}`);
      await writeFile(file, (await download(service, body, type)).bytes);
      expect(Math.abs((await decodedSeconds(file)) - 4.321)).toBeLessThan(0.06);
    }
  }
  const [one, other] = [...restored.values()];
  expect(one?.equals(other ?? Buffer.alloc(0))).toBe(false);
});

test('a video is recognized, and its sound comes back', { tags: 'long' }, async () => {
  const folder = await temporaryFolder();
  const video = path.join(folder, 'talk.mp4');
  await writeFile(path.join(folder, 'talk.wav'), generateWav({ seconds: 2, sampleRate: 48_000, channels: 1 }));
  await run('ffmpeg', [
    ...['-v', 'error', '-f', 'lavfi', '-i', 'color=c=blue:s=64x64:d=2', '-i', path.join(folder, 'talk.wav')],
    ...['-c:v', 'mpeg4', '-c:a', 'aac', '-shortest', video],
  ]);
  const service = await startService({ spawn: spawnNodeHelper });
  const { apiProjectId } = await service.uploadedProject(await readFile(video), 'talk.mp4');
  const { body } = await service.post(DEFAULT_PATHS.startGeneration['service-2'], { apiProjectId });
  expect(await service.settled(body, undefined, LONG_MS)).toMatchObject({ status: 'complete', hasVideo: true });
  expect((await download(service, body, 'audio')).headers.get('content-type')).toBe('audio/mp4');
});

test('a file that is not a recording fails with a message, and the service continues', { tags: 'long' }, async () => {
  const service = await startService({ spawn: spawnNodeHelper });
  const text = await service.uploadedProject('This is a text file, whatever its name says. '.repeat(50));
  const sound = await service.uploadedProject(generateWav({ seconds: 1, sampleRate: 16_000, channels: 1 }));
  const started = [];
  for (const { apiProjectId } of [text, sound]) {
    started.push((await service.post(DEFAULT_PATHS.startGeneration['service-2'], { apiProjectId })).body);
  }
  expect(await service.settled(started[0], undefined, LONG_MS)).toMatchObject({
    status: 'failed',
    error: 'The uploaded medium is not a recording that can be read.',
    errorDetails: { code: 'mediaNotRecognized', attempts: 1 },
  });
  expect((await service.settled(started[1], undefined, LONG_MS)).status).toBe('complete');
});
