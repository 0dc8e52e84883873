/** Keeps the worklet supplied with the next seconds of every take. Pure, apart from the fetch function that it is given. */

import type { Chunk, Want } from './messages.ts';

export interface FeederPorts {
  /** Interleaved stereo samples of one chunk. */
  fetchChunk(take: number, chunk: number, signal: AbortSignal): Promise<Float32Array>;
  deliver(chunk: Chunk): void;
  /** A take couldn't be read after several attempts. The next seek tries again. */
  fail(take: number): void;
  wait(ms: number): Promise<void>;
}

export interface FeederOptions {
  readonly takes: number;
  readonly lengthFrames: number;
  readonly chunkFrames: number;
  /** Takes without a file: never fetched. */
  readonly unplayable?: readonly number[];
  /** Chunks sent ahead of the position, about five seconds. */
  readonly ahead?: number;
  /** Chunks cached, so that a step back needs no fetch. */
  readonly remembered?: number;
}

/** The engine answers one request at a time; a second one keeps it from idling. */
const IN_FLIGHT = 2;
const ATTEMPTS = 4;
const RETRY_MS = 250;

export interface Feeder {
  /** Called on every seek and whenever the position enters another chunk. */
  want(want: Want): void;
}

/** Fetches all takes of a chunk before the next chunk, the audible one first, so that switching never waits. */
export function createFeeder(ports: FeederPorts, options: FeederOptions): Feeder {
  const { takes, lengthFrames, chunkFrames, unplayable = [], ahead = 15, remembered = 96 } = options;
  const memory = new Map<string, Float32Array>();
  const flying = new Map<string, AbortController>();
  let broken = new Set(unplayable);
  let sent = new Set<string>();
  let wanted: Want = { epoch: 0, frame: 0, take: 0 };

  function keyOf(take: number, chunk: number): string {
    return `${take}:${chunk}`;
  }

  /** All chunks ahead of the position, most urgent first. */
  function* plan(): Generator<readonly [take: number, chunk: number]> {
    const first = Math.floor(wanted.frame / chunkFrames);
    const last = Math.ceil(lengthFrames / chunkFrames) - 1;
    for (let chunk = first; chunk <= Math.min(last, first + ahead); chunk++) {
      yield [wanted.take, chunk];
      for (let take = 0; take < takes; take++) if (take !== wanted.take) yield [take, chunk];
    }
  }

  function send(take: number, chunk: number, samples: Float32Array): void {
    sent.add(keyOf(take, chunk));
    ports.deliver({ epoch: wanted.epoch, take, chunk, samples: samples.slice() });
  }

  function remember(key: string, samples: Float32Array): void {
    memory.set(key, samples);
    for (const oldest of memory.keys()) {
      if (memory.size <= remembered) break;
      memory.delete(oldest);
    }
  }

  function pump(): void {
    for (const [take, chunk] of plan()) {
      const key = keyOf(take, chunk);
      if (sent.has(key) || flying.has(key) || broken.has(take)) continue;
      const known = memory.get(key);
      if (known !== undefined) {
        send(take, chunk, known);
        continue;
      }
      if (flying.size >= IN_FLIGHT) return;
      void bring(take, chunk, key);
    }
  }

  async function bring(take: number, chunk: number, key: string): Promise<void> {
    const abort = new AbortController();
    flying.set(key, abort);
    try {
      const samples = await fetchPatiently(take, chunk, abort.signal);
      remember(key, samples);
      if (isWanted(take, chunk)) send(take, chunk, samples);
    } catch {
      if (!abort.signal.aborted && !broken.has(take)) {
        broken.add(take);
        ports.fail(take);
      }
    } finally {
      flying.delete(key);
      pump();
    }
  }

  async function fetchPatiently(take: number, chunk: number, signal: AbortSignal): Promise<Float32Array> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await ports.fetchChunk(take, chunk, signal);
      } catch (thrown) {
        if (signal.aborted || attempt === ATTEMPTS) throw thrown;
        await ports.wait(RETRY_MS * attempt);
      }
    }
  }

  function isWanted(take: number, chunk: number): boolean {
    if (sent.has(keyOf(take, chunk))) return false;
    const first = Math.floor(wanted.frame / chunkFrames);
    return chunk >= first && chunk <= first + ahead;
  }

  return {
    want(next) {
      if (next.epoch !== wanted.epoch) {
        sent = new Set();
        broken = new Set(unplayable);
      }
      wanted = next;
      for (const [key, abort] of flying) {
        const [take = 0, chunk = 0] = key.split(':').map(Number);
        if (!isWanted(take, chunk)) abort.abort();
      }
      pump();
    },
  };
}
