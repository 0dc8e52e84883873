/**
 * A small real engine behind the SpawnHelper port: it answers the engine's messages and writes real files, but copies instead of
 * restoring, and ends, hangs or refuses where a test says so.
 */

import { copyFile, open, stat, writeFile } from 'node:fs/promises';
import { hashFile } from '../../../electron/platform/files/hashing.ts';
import type { HelperProcess, SpawnHelper } from '../../../electron/platform/processes/helper-process.ts';
import { serveRequests } from '../../../electron/platform/processes/helper-server.ts';
import { CleartakeError, type ErrorCode } from '../../../shared/domain/errors.ts';
import type {
  EngineProgress,
  EngineRequests,
  LengthResult,
  OutputFormat,
  WrittenOutput,
} from '../../../shared/engine-api/messages.ts';
import { NO_DIFFERENCE, NO_MEASURES } from '../../fixtures/measures.ts';
import { createHelperStandIn } from './helper-stand-in.ts';

export type EngineBehavior =
  | { readonly kind: 'copy' }
  /** Ends without an answer after it began to restore, as a process that crashed. */
  | { readonly kind: 'crash' }
  /** Reports that it began and then nothing more. */
  | { readonly kind: 'hang' }
  | { readonly kind: 'refuse'; readonly code: ErrorCode };

export interface FakeEngine {
  readonly spawn: SpawnHelper;
  /** Processes started so far. */
  started(): number;
  /** Processes that have not ended. */
  alive(): number;
}

/** Seconds that every recording lasts for this engine. */
export const FAKE_DURATION_SECONDS = 75.5;
const SAMPLE_RATE = 8000;
export const FAKE_LENGTH: LengthResult = {
  frames: FAKE_DURATION_SECONDS * SAMPLE_RATE,
  sampleRate: SAMPLE_RATE,
  isSilent: false,
};

const KINDS: Readonly<Record<OutputFormat, { extension: string; contentType: string }>> = {
  source: { extension: 'wav', contentType: 'audio/wav' },
  wav: { extension: 'wav', contentType: 'audio/wav' },
  flac: { extension: 'flac', contentType: 'audio/flac' },
  mp3: { extension: 'mp3', contentType: 'audio/mpeg' },
  m4a: { extension: 'm4a', contentType: 'audio/mp4' },
  opus: { extension: 'opus', contentType: 'audio/ogg' },
};

/**
 * @param behave what the n-th process (from 1) does with the input
 * @param measure what it answers to `length`
 * @param declaredSeconds what it says that every header declares
 */
export function createFakeEngine(
  behave: (process: number, inputText: string) => EngineBehavior = () => ({ kind: 'copy' }),
  measure: (inputText: string, path: string) => Promise<LengthResult> = async () => FAKE_LENGTH,
  declaredSeconds = FAKE_DURATION_SECONDS,
): FakeEngine {
  let started = 0;
  let alive = 0;

  function spawn(): HelperProcess {
    const number = ++started;
    alive++;
    const { end, helper, port } = createHelperStandIn(() => alive--);
    serveRequests<EngineRequests, EngineProgress>(port, {
      probe: async ({ path }) => {
        await stat(path);
        return {
          container: 'wav',
          codec: 'pcm_s16le',
          sampleRate: SAMPLE_RATE,
          channels: 1,
          channelLayout: 'mono',
          bitDepth: 16,
          durationSeconds: declaredSeconds,
          hasVideo: path.endsWith('.mp4'),
          audioStreams: 1,
          audioStream: 1,
        };
      },
      compare: async () => NO_DIFFERENCE,
      length: async ({ path }) => measure(await beginningOf(path), path),
      restore: async ({ input, outputs }, report) => {
        report({ stage: 'analyzing', fraction: 0 });
        const behavior = behave(number, await beginningOf(input));
        if (behavior.kind === 'refuse') throw new CleartakeError(behavior.code);
        report({ stage: 'restoring', fraction: 0.5 });
        if (behavior.kind === 'crash') setImmediate(() => end(null));
        if (behavior.kind !== 'copy') await new Promise(() => undefined);
        const written: WrittenOutput[] = [];
        for (const { path, format } of outputs) {
          await copyFile(input, path);
          written.push({ path, format, ...KINDS[format], bytes: (await stat(path)).size });
        }
        report({ stage: 'encoding', fraction: 1 });
        return {
          frames: FAKE_DURATION_SECONDS * SAMPLE_RATE,
          sampleRate: SAMPLE_RATE,
          channels: 1,
          hasVideo: input.endsWith('.mp4'),
          outputs: written,
          residentBytes: 0,
          startedThreads: 0,
          failedThreads: 0,
        };
      },
      scan: async ({ path, peaksPath, indexPath }) => {
        const contentHash = await hashFile(path);
        for (const place of [peaksPath, indexPath]) await writeFile(place, '');
        return {
          contentHash,
          ...FAKE_LENGTH,
          codec: 'pcm_s16le',
          channels: 1,
          peak: 0.5,
          declaredSeconds: null,
          truncated: false,
          damagedPackets: 0,
          hasVideo: false,
          carries: false,
          measures: NO_MEASURES,
          startedThreads: 0,
          failedThreads: 0,
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

  return { spawn, started: () => started, alive: () => alive };
}

/** Enough of a medium to tell tests' media apart. */
async function beginningOf(input: string): Promise<string> {
  const file = await open(input);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await file.close();
  }
}
