/**
 * Serves takes of several rates beside the pages under test, read and resampled by the real engine. Each has the same impulses: one every
 * quarter of a second, at a frame of every rate. Others have the same tone.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { Plugin } from 'vite';
import { createEngine } from '../../../electron/audio/engine.ts';
import { createMediaHandler } from '../../../electron/hosts/common/media/media-handler.ts';
import { writeWav } from '../../fixtures/audio/signals.ts';
import { IMPULSES, REAL_TAKES, TONE } from './real-takes-facts.ts';

export function realTakes(): Plugin {
  return {
    name: 'real-takes',
    configureServer(server) {
      const folder = mkdtempSync(path.join(tmpdir(), 'cleartake-takes-'));
      const fileOf = (take: string) => path.join(folder, `${take}.wav`);
      for (const rate of IMPULSES.rates) {
        writeWav(fileOf(String(rate)), [impulsesAt(rate)], rate);
        writeWav(fileOf(`tone-${rate}`), [toneAt(rate)], rate);
      }
      const engine = createEngine();
      const media = createMediaHandler({
        locateTake: (take) => ({
          filePath: fileOf(take),
          peaksPath: null,
          indexPath: null,
          fileName: `${take}.wav`,
        }),
        pcm: async (params) => (await engine.pcm(params, () => undefined)).samples,
        tile: async (params) => (await engine.tile(params, () => undefined)).levels,
        receiveUpload: async () => '',
      });
      server.httpServer?.on('close', () => rmSync(folder, { recursive: true, force: true }));
      server.middlewares.use(REAL_TAKES, (request, response) => {
        void media(new Request(new URL(request.url ?? '', 'http://localhost'))).then(({ status, body, headers }) => {
          response.writeHead(status, Object.fromEntries(headers));
          if (body === null) response.end();
          else Readable.fromWeb(body as ReadableStream).pipe(response);
        });
      });
    },
  };
}

function impulsesAt(rate: number): Float32Array {
  const samples = new Float32Array(IMPULSES.seconds * rate);
  for (let at = IMPULSES.every * rate; at < samples.length; at += IMPULSES.every * rate) samples[at] = IMPULSES.height;
  return samples;
}

function toneAt(rate: (typeof IMPULSES.rates)[number]): Float32Array {
  const height = TONE.heights[rate];
  return Float32Array.from(
    { length: TONE.seconds * rate },
    (_, frame) => height * Math.sin((2 * Math.PI * TONE.hertz * frame) / rate),
  );
}
