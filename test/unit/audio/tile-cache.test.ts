import { expect, test } from 'vitest';
import { createTileCache } from '../../../electron/audio/passes/tile.ts';

test('keeps the tiles used last within its bytes', () => {
  const cache = createTileCache(300);
  const tile = () => new Uint8Array(100);
  for (const key of ['a', 'b', 'c']) cache.keep(key, tile());
  cache.keep('a', cache.get('a') ?? tile());
  cache.keep('d', tile());
  expect(['a', 'b', 'c', 'd'].map((key) => cache.get(key) !== undefined)).toEqual([true, false, true, true]);
});
