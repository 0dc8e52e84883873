/**
 * An engine behind the SpawnHelper port that takes a known time: recordings are files that say how long they are, and it copies them after
 * sleeping as long as a restoration of that length would take.
 */

import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawnNodeHelper } from '../../../electron/hosts/common/processes/node-helpers.ts';
import { hashFile } from '../../../electron/platform/files/hashing.ts';
import type { SpawnHelper } from '../../../electron/platform/processes/helper-process.ts';
import { serveRequests } from '../../../electron/platform/processes/helper-server.ts';
import { CleartakeError } from '../../../shared/domain/errors.ts';
import { isServiceModel, type ModelId } from '../../../shared/domain/models.ts';
import type { EngineProgress, EngineRequests } from '../../../shared/engine-api/messages.ts';
import { NO_DIFFERENCE, NO_MEASURES } from '../../fixtures/measures.ts';
import { createHelperStandIn } from '../engine/helper-stand-in.ts';

const RATE = 8000;
const STEPS = 50;

export interface Timing {
  readonly baseMs: number;
  readonly msPerSecond: Readonly<Record<ModelId, number>>;
  /** Times vary by this share to either side. */
  readonly spread: number;
}

/** @param random 0 to 1 */
export function timedSpawn({ baseMs, msPerSecond, spread }: Timing, random: () => number): SpawnHelper {
  const facts = { sampleRate: RATE, channels: 1, hasVideo: false, startedThreads: 0, failedThreads: 0 };
  const framesOf = async (file: string) => Math.round(Number(await readFile(file, 'utf8')) * RATE);

  function spawnEngine() {
    const { helper, port } = createHelperStandIn();
    serveRequests<EngineRequests, EngineProgress>(port, {
      probe: async ({ path }) => ({
        ...{
          container: 'wav',
          codec: 'pcm_s16le',
          channelLayout: 'mono',
          bitDepth: 16,
          audioStreams: 1,
          audioStream: 1,
        },
        ...{ sampleRate: RATE, channels: 1, hasVideo: false, durationSeconds: (await framesOf(path)) / RATE },
      }),
      compare: async () => NO_DIFFERENCE,
      length: async ({ path }) => ({ frames: await framesOf(path), sampleRate: RATE, isSilent: false }),
      restore: async ({ input, model, outputs }, report) => {
        const frames = await framesOf(input);
        const wholeMs =
          (baseMs + (frames / RATE) * msPerSecond[isServiceModel(model) ? model : 'service-2']) *
          (1 + spread * (2 * random() - 1));
        for (let step = 0; step < STEPS; step++) {
          report({ stage: 'restoring', fraction: step / STEPS });
          await sleep(wholeMs / STEPS);
        }
        const written = [];
        for (const { path, format } of outputs) {
          await copyFile(input, path);
          const { length: bytes } = await readFile(path);
          written.push({ path, format, extension: 'wav', contentType: 'audio/wav', bytes });
        }
        return { ...facts, frames, outputs: written, residentBytes: 0 };
      },
      scan: async ({ path, peaksPath, indexPath }) => {
        for (const place of [peaksPath, indexPath]) await writeFile(place, '.');
        const found = { contentHash: await hashFile(path), codec: 'pcm_s16le', peak: 0.5, declaredSeconds: null };
        const frames = await framesOf(path);
        return {
          ...facts,
          ...found,
          frames,
          truncated: false,
          damagedPackets: 0,
          carries: false,
          measures: NO_MEASURES,
        };
      },
      export: async () => Promise.reject(new CleartakeError('unexpected')),
      preview: async () => Promise.reject(new CleartakeError('unexpected')),
      pcm: async () => Promise.reject(new CleartakeError('unexpected')),
      tile: async () => Promise.reject(new CleartakeError('unexpected')),
      loudness: async () => Promise.reject(new CleartakeError('unexpected')),
      cut: async () => Promise.reject(new CleartakeError('unexpected')),
      extract: async () => Promise.reject(new CleartakeError('unexpected')),
      partFacts: async () => Promise.reject(new CleartakeError('unexpected')),
      join: async () => Promise.reject(new CleartakeError('unexpected')),
      listeningCopy: async () => Promise.reject(new CleartakeError('unexpected')),
      checkModel: async () => Promise.reject(new CleartakeError('unexpected')),
      sketch: async () => ({ columns: null, channelNotes: [] }),
      tracks: async () => Promise.reject(new CleartakeError('unexpected')),
      copyTrack: async () => Promise.reject(new CleartakeError('unexpected')),
      copySide: async () => Promise.reject(new CleartakeError('unexpected')),
      scanDifference: async () => Promise.reject(new CleartakeError('unexpected')),
    });
    return helper;
  }

  return (entry, environment) => (entry === 'engine' ? spawnEngine() : spawnNodeHelper(entry, environment));
}
