/** The queue against a plain loop making the same calls with the same concurrency: files a second, in alternating rounds. */

import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { createDesk } from '../../../electron/core/desk.ts';
import { createDeskClient } from '../../../electron/hosts/common/desk-client.ts';
import { DEFAULT_BATCH_PRESET } from '../../../shared/domain/batch/batch-preset.ts';
import { writeTone } from '../../fixtures/tone.ts';
import { testPorts, testSettings } from '../desk/desk-ports.ts';
import { createPlainLoop } from './plain-loop.ts';
import { startServer } from './processes.ts';

export interface QueueSpeedOptions {
  /** `whole`: Cleartake's own, with an engine that answers at once. `bare`: one that does nothing but answer. */
  readonly service: 'whole' | 'bare';
  readonly rounds: number;
  readonly filesEach: number;
  /** Of each recording: 48 kHz, mono, 16 bit. */
  readonly seconds: number;
  readonly concurrency: number;
}

export interface QueueSpeed {
  /** Files a second, one figure for each round. */
  readonly queue: readonly number[];
  readonly loop: readonly number[];
}

/** @throws Error when a recording is not restored */
export async function measureQueueSpeed(folder: string, options: QueueSpeedOptions): Promise<QueueSpeed> {
  const { rounds, concurrency } = options;
  const script = options.service === 'whole' ? 'real-service.ts' : 'bare-service.ts';
  const words = [path.join(folder, 'service'), 'prompt'];
  const { told, stop } = await startServer<{ baseUrl: string; apiKey: string }>(script, words);
  const dataDirectory = path.join(folder, 'data');
  mkdirSync(dataDirectory, { recursive: true });
  const startQuarantineMs = { builtIn: 5000, remote: 600_000 };
  const settings = testSettings(dataDirectory, { concurrency, retryBaseMs: 1000, startQuarantineMs });
  const desk = createDesk(testPorts(), settings);
  const client = createDeskClient(desk.router);
  const connectionId = await desk.adHocConnection(told.baseUrl, told.apiKey);
  const loop = createPlainLoop(told.baseUrl, told.apiKey);
  const speed = { queue: [] as number[], loop: [] as number[] };

  async function timed(files: readonly string[], work: () => Promise<void>): Promise<number> {
    const began = performance.now();
    await work();
    return (files.length * 1000) / (performance.now() - began);
  }

  async function throughQueue(files: readonly string[], out: string): Promise<void> {
    const over = new AbortController();
    const events = await client.queue.watch(undefined, { signal: over.signal });
    const output = { kind: 'folder' as const, path: out };
    const { jobIds } = await client.queue.add({
      paths: [...files],
      preset: { ...DEFAULT_BATCH_PRESET, output },
      start: true,
      connectionId,
    });
    const open = new Set(jobIds);
    for await (const { jobs } of events) {
      for (const job of jobs) {
        if (job.state.kind === 'failed') throw new Error(`A recording failed: ${JSON.stringify(job.state)}`);
        if (job.state.kind === 'done') open.delete(job.id);
      }
      if (open.size === 0) break;
    }
    over.abort();
  }

  try {
    // One round more than is counted: both sides are warm then.
    for (let round = 0; round <= rounds; round++) {
      const files = writeFiles(path.join(folder, `round ${round}`), round, options);
      const sides = {
        queue: () => timed(files, () => throughQueue(files, makeFolder(path.join(folder, `queue ${round}`)))),
        loop: () => timed(files, () => loop.run(files, makeFolder(path.join(folder, `loop ${round}`)), concurrency)),
      };
      const order = round % 2 === 0 ? (['queue', 'loop'] as const) : (['loop', 'queue'] as const);
      for (const side of order) {
        const figure = await sides[side]();
        if (round > 0) speed[side].push(figure);
      }
      for (const part of ['queue', 'loop']) rmSync(path.join(folder, `${part} ${round}`), { recursive: true });
    }
    return speed;
  } finally {
    await desk.close();
    await loop.close();
    await stop();
  }
}

function writeFiles(folder: string, round: number, { filesEach, seconds }: QueueSpeedOptions): string[] {
  makeFolder(folder);
  return Array.from({ length: filesEach }, (_, index) => {
    const file = path.join(folder, `take ${round}-${index}.wav`);
    writeTone(file, { seconds, sampleRate: 48_000, frequency: 100 + round * filesEach + index });
    return file;
  });
}

function makeFolder(folder: string): string {
  mkdirSync(folder, { recursive: true });
  return folder;
}
