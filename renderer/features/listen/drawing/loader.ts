/** Fetches what pictures need, the most urgent first, and keeps it within a number of bytes. */

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

export interface ByteCache<Value> {
  /** Counts as a use. */
  get(key: string): Value | undefined;
  set(key: string, value: Value, bytes: number): void;
}

/** @param forget hears what goes */
export function createByteCache<Value>(
  mostBytes: number,
  forget: (value: Value) => void = () => undefined,
): ByteCache<Value> {
  /** Used longest ago first. */
  const kept = new Map<string, { readonly value: Value; readonly bytes: number }>();
  let bytes = 0;
  return {
    get: (key) => {
      const found = kept.get(key);
      if (found === undefined) return undefined;
      kept.delete(key);
      kept.set(key, found);
      return found.value;
    },
    set: (key, value, size) => {
      bytes += size - (kept.get(key)?.bytes ?? 0);
      kept.delete(key);
      kept.set(key, { value, bytes: size });
      for (const [oldest, { value: forgotten, bytes: freed }] of kept) {
        if (bytes <= mostBytes) break;
        kept.delete(oldest);
        bytes -= freed;
        forget(forgotten);
      }
    },
  };
}

/** @throws Error when the answer is none */
export async function fetchBytes(address: string, headers: Readonly<Record<string, string>>): Promise<ArrayBuffer> {
  const response = await fetch(address, { headers });
  if (!response.ok) throw new Error(`${address} was answered with ${response.status}`);
  return await response.arrayBuffer();
}

/** A part of a file; less where the file ends. @throws Error when the desk has no file */
export async function fetchRange(
  address: string,
  first: number,
  count: number,
  headers: Readonly<Record<string, string>>,
): Promise<ArrayBuffer> {
  const range = `bytes=${first}-${first + count - 1}`;
  const response = await fetch(address, { headers: { ...headers, range } });
  if (response.status !== 206) throw new Error(`${range} of ${address} was answered with ${response.status}`);
  return await response.arrayBuffer();
}
