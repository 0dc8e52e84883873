/** The tiles that were drawn last, so that a picture comes back at once. */

export interface TileCache {
  get(key: string): Uint8Array | undefined;
  /** Keeps it as the newest. */
  keep(key: string, levels: Uint8Array): void;
}

const MOST_BYTES = 16 * 2 ** 20;

/** @param mostBytes of all tiles; the one used longest ago goes first */
export function createTileCache(mostBytes = MOST_BYTES): TileCache {
  /** Oldest first. */
  const tiles = new Map<string, Uint8Array>();
  let bytes = 0;

  function drop(key: string): void {
    bytes -= tiles.get(key)?.length ?? 0;
    tiles.delete(key);
  }

  return {
    get: (key) => tiles.get(key),
    keep: (key, levels) => {
      drop(key);
      tiles.set(key, levels);
      bytes += levels.length;
      for (const oldest of tiles.keys()) {
        if (bytes <= mostBytes) break;
        drop(oldest);
      }
    },
  };
}
