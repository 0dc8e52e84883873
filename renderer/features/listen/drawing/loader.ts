/** Fetches what a picture wants, the most urgent first, and keeps it. Pure, apart from the fetch function that it is given. */

import { createByteCache } from './byte-cache.ts';

export interface LoaderPorts<Value> {
  fetch(key: string): Promise<Value>;
  bytesOf(value: Value): number;
  /** Frees what isn't kept anymore: the garbage collector would let much of it gather. */
  forget(value: Value): void;
  /** Something arrived, or was given up. */
  changed(): void;
}

export interface Loader<Value> {
  /** Counts as a use. */
  get(key: string): Value | undefined;
  /** Replaces what is wanted. @param keys the most urgent first */
  want(keys: readonly string[]): void;
  /** It couldn't be fetched; wanting it again later tries again. */
  isLost(key: string): boolean;
}

/** The engine answers one request at a time, and playback comes through the same door. */
const IN_FLIGHT = 2;
/** What can't be fetched is asked for again after this long. */
const RETRY_MS = 5000;

export function createLoader<Value>(
  ports: LoaderPorts<Value>,
  mostBytes: number,
  now: () => number = () => performance.now(),
): Loader<Value> {
  const cache = createByteCache<Value>(mostBytes, ports.forget);
  const flying = new Set<string>();
  /** When each was given up. */
  const lost = new Map<string, number>();
  let wanted: readonly string[] = [];

  function isLost(key: string): boolean {
    const at = lost.get(key);
    return at !== undefined && now() - at < RETRY_MS;
  }

  function pump(): void {
    for (const key of wanted) {
      if (flying.size >= IN_FLIGHT) return;
      if (!flying.has(key) && !isLost(key) && cache.get(key) === undefined) void bring(key);
    }
  }

  async function bring(key: string): Promise<void> {
    flying.add(key);
    try {
      const value = await ports.fetch(key);
      cache.set(key, value, ports.bytesOf(value));
      lost.delete(key);
    } catch {
      lost.set(key, now());
    } finally {
      flying.delete(key);
      ports.changed();
      pump();
    }
  }

  return {
    get: cache.get,
    isLost,
    want: (keys) => {
      wanted = keys;
      pump();
    },
  };
}
