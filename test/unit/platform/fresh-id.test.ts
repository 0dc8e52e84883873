import { expect, test } from 'vitest';
import { freshId } from '../../../electron/platform/fresh-id.ts';

test('ids are UUIDs of version 7: later ones come after earlier ones, and those of one moment differ', () => {
  const at = Date.UTC(2026, 10, 20);
  expect(freshId(at)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(Number.parseInt(freshId(at).replace('-', '').slice(0, 12), 16)).toBe(at);
  const later = [at, at + 1, at + 70_000, at + 3_000_000_000].map(freshId);
  expect(later.toSorted()).toEqual(later);
  expect(new Set(Array.from({ length: 1000 }, () => freshId(at))).size).toBe(1000);
  expect(freshId(-1)).toMatch(/^00000000-0000-7/);
});
