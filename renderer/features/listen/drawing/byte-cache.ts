/** Keeps what was fetched within a number of bytes; what was used longest ago goes first. Pure. */

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
