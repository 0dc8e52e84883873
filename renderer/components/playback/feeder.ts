/** Keeps the worklet supplied with the next seconds of every source. Pure, apart from the fetch function that it is given. */

import type { Chunk, Want } from './messages.ts';
import type { ChunkSamples } from './sound/sample-store.ts';

export interface FeederPorts {
  /** Interleaved stereo samples of one chunk. */
  fetchChunk(source: number, chunk: number, signal: AbortSignal): Promise<ChunkSamples>;
  /** Its samples are the receiver's from then on. */
  deliver(chunk: Chunk): void;
  /** A source couldn't be read after several attempts. The next seek tries again. */
  fail(source: number): void;
  wait(ms: number): Promise<void>;
  /** Takes samples that nobody needs. */
  free(samples: ChunkSamples): void;
}

export interface FeederOptions {
  readonly sources: number;
  readonly lengthFrames: number;
  readonly chunkFrames: number;
  /** Sources without a file: never fetched. */
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
  /** Another source, with the next index. One that was added before isn't fetched anymore. */
  addSource(): void;
  /** Delivered samples that aren't needed anymore: they carry the next ones. */
  giveBack(spent: readonly ChunkSamples[]): void;
}

/** Fetches all sources of a chunk before the next chunk, the audible ones first, so that switching never waits. */
export function createFeeder(ports: FeederPorts, options: FeederOptions): Feeder {
  const { sources, lengthFrames, chunkFrames, unplayable = [], ahead = 15 } = options;
  const { remembered = Math.max(64, (sources + 1) * (ahead + 1) * 1.5) } = options;
  const memory = new Map<string, ChunkSamples>();
  /** As many as a seek sends. */
  const spare = createSpareBuffers((sources + 1) * (ahead + 1), ports.free);
  const flying = new Map<string, AbortController>();
  let broken = new Set(unplayable);
  /** Index of the source that was added last; null without one. */
  let added: number | null = null;
  /** What the worklet has, of that which it still needs. */
  let sent = new Set<string>();
  let wanted: Want = { epoch: 0, frame: 0, sources: [0], loop: null };

  function keyOf(source: number, chunk: number): string {
    return `${source}:${chunk}`;
  }

  function chunkAt(frame: number): number {
    return Math.floor(frame / chunkFrames);
  }

  /** The next chunks along the timeline, which turns back at the end of a loop. */
  function nextChunks(): readonly number[] {
    const { frame, loop } = wanted;
    const turn = loop !== null && frame < loop.to ? loop : null;
    const first = chunkAt(frame);
    const last = chunkAt((turn?.to ?? lengthFrames) - 1);
    const straight = range(first, Math.min(last, first + ahead));
    if (turn === null) return straight;
    const again = range(chunkAt(turn.from), Math.min(last, chunkAt(turn.from) + ahead - straight.length));
    return [...new Set([...straight, ...again, chunkAt(turn.from)])];
  }

  /** All chunks ahead of the position, most urgent first. */
  function* plan(): Generator<readonly [source: number, chunk: number]> {
    const all = [...range(0, sources - 1), ...(added === null ? [] : [added])];
    const heard = wanted.sources.filter((source) => all.includes(source));
    const others = all.filter((source) => !heard.includes(source));
    for (const chunk of nextChunks()) for (const source of [...heard, ...others]) yield [source, chunk];
  }

  function send(source: number, chunk: number, samples: ChunkSamples): void {
    sent.add(keyOf(source, chunk));
    ports.deliver({ epoch: wanted.epoch, source, chunk, samples: spare.copyOf(samples) });
  }

  function remember(key: string, samples: ChunkSamples): void {
    memory.set(key, samples);
    for (const [oldest, forgotten] of memory) {
      if (memory.size <= remembered) break;
      memory.delete(oldest);
      spare.keep(forgotten);
    }
  }

  function pump(): void {
    for (const [source, chunk] of plan()) {
      const key = keyOf(source, chunk);
      if (sent.has(key) || flying.has(key) || broken.has(source)) continue;
      const known = memory.get(key);
      if (known !== undefined) {
        send(source, chunk, known);
        continue;
      }
      if (flying.size >= IN_FLIGHT) return;
      void bring(source, chunk, key);
    }
  }

  async function bring(source: number, chunk: number, key: string): Promise<void> {
    const abort = new AbortController();
    flying.set(key, abort);
    try {
      const samples = await fetchPatiently(source, chunk, abort.signal);
      remember(key, samples);
      if (isWanted(source, chunk)) send(source, chunk, samples);
    } catch {
      if (!abort.signal.aborted && !broken.has(source)) {
        broken.add(source);
        ports.fail(source);
      }
    } finally {
      flying.delete(key);
      pump();
    }
  }

  async function fetchPatiently(source: number, chunk: number, signal: AbortSignal): Promise<ChunkSamples> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await ports.fetchChunk(source, chunk, signal);
      } catch (thrown) {
        if (signal.aborted || attempt === ATTEMPTS) throw thrown;
        await ports.wait(RETRY_MS * attempt);
      }
    }
  }

  function isWanted(source: number, chunk: number): boolean {
    return !sent.has(keyOf(source, chunk)) && nextChunks().includes(chunk);
  }

  return {
    want(next) {
      const isNew = next.epoch !== wanted.epoch;
      wanted = next;
      if (isNew) broken = new Set(unplayable);
      // The worklet drops what lies behind it, and needs it again when a loop turns back.
      const needed = new Set([...plan()].map(([source, chunk]) => keyOf(source, chunk)));
      sent = new Set(isNew ? [] : [...sent].filter((key) => needed.has(key)));
      for (const [key, abort] of flying) if (!needed.has(key)) abort.abort();
      pump();
    },
    addSource() {
      const before = `${added}:`;
      for (const key of memory.keys()) if (key.startsWith(before)) memory.delete(key);
      for (const [key, abort] of flying) if (key.startsWith(before)) abort.abort();
      added = (added ?? sources - 1) + 1;
      pump();
    },
    giveBack(spent) {
      for (const samples of spent) spare.keep(samples);
    },
  };
}

function range(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}

export interface SpareBuffers {
  copyOf(samples: ChunkSamples): ChunkSamples;
  /** Nobody else may use it anymore. */
  keep(samples: ChunkSamples): void;
}

/** @param most buffers; others are freed */
export function createSpareBuffers(most: number, free: (samples: ChunkSamples) => void): SpareBuffers {
  const spare: ChunkSamples[] = [];
  return {
    copyOf(samples) {
      const known = spare.pop();
      if (known === undefined || known.length !== samples.length) return samples.slice();
      known.set(samples);
      return known;
    },
    keep(samples) {
      if (spare.length < most) spare.push(samples);
      else free(samples);
    },
  };
}
