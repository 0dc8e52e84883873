/** Serves the page with two comparisons whose takes are real files, read by the real engine over loopback. */

import path from 'node:path';
import { buildParts } from '../../../build/build.ts';
import { createEngine } from '../../../electron/audio/engine.ts';
import { startBrowserServer } from '../../../electron/hosts/browser/server.ts';
import { createMediaHandler } from '../../../electron/hosts/common/media/media-handler.ts';
import { silentLog } from '../../../electron/platform/log.ts';
import { ffmpeg } from '../../fixtures/audio/media.ts';
import { writeRestlessNoise } from '../../fixtures/audio/restless-noise.ts';
import { createFakeDesk } from '../fake-desk/fake-desk.ts';
import { seedListening } from '../fake-desk/scenes.ts';
import { type ScannedFile, scanned } from './scanned-file.ts';
import { makeSparsePair } from './sparse-pair.ts';

/** Names of the recordings on the desk. */
export const LONG = 'hours.wav';
export const COMPRESSED = 'compressed.mp3';

const RATE = 48_000;
const COMPRESSED_SECONDS = 900;

/** @param folder for the recordings @param seconds of the long one */
export async function serveTakes(folder: string, seconds: number) {
  const { folders } = await buildParts(['renderer']);
  const fake = createFakeDesk();
  seedListening(fake, 'long', seconds, LONG);
  seedListening(fake, 'compressed', COMPRESSED_SECONDS, COMPRESSED);
  const files = new Map<string, ScannedFile>();
  const [original, result] = await makeSparsePair(folder, seconds, ['original:long', 'result:gen-long-service-2']);
  files.set('original:long', original).set('result:gen-long', result);
  const source = path.join(folder, 'noise.wav');
  writeRestlessNoise(source, COMPRESSED_SECONDS, RATE);
  for (const [take, format] of [['original:compressed', 'mp3'] as const, ['result:gen-compressed', 'm4a'] as const]) {
    const file = path.join(folder, `noise.${format}`);
    ffmpeg('-i', source, file);
    files.set(take, await scanned(file));
  }
  const engine = createEngine();
  let last: Promise<unknown> = Promise.resolve();
  /** One after the other, as the engine's process does. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const answer = last.then(work);
    last = answer.catch(() => undefined);
    return answer;
  }
  const media = createMediaHandler({
    locateTake: (take) => {
      const file = files.get(take.replace(/-service-.*$/, ''));
      return file === undefined ? null : { ...file, fileName: path.basename(file.filePath) };
    },
    pcm: (params) => inTurn(async () => (await engine.pcm(params, () => undefined)).samples),
    tile: (params) => inTurn(async () => (await engine.tile(params, () => undefined)).levels),
    receiveUpload: async () => '',
  });
  const desk = { router: fake.router, media };
  const server = await startBrowserServer({ desk, pageDirectory: folders.renderer ?? '', port: 0, log: silentLog });
  return { url: server.url, close: () => server.close() };
}
