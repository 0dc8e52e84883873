/** Fetches coarse spectrograms of two takes and finds where they differ most. */

import { tileAddress } from '../../../../shared/contract/page/media-addresses.ts';
import { findDifferences } from './differences.ts';
import { fetchBytes } from './fetch-bytes.ts';
import type { PictureSetup, TakePair } from './messages.ts';

const ROWS = 48;
const SECONDS_A_COLUMN = 0.5;
const MOST_COLUMNS = 1024;
const MOST_PLACES = 5;
/** Seconds between two places, at least; in a long recording, this part of it. */
const LEAST_APART = 2;
const PART_APART = 1 / 40;

/** @returns seconds, the largest difference first */
export async function fetchDifferences(
  { takes, headers, topRate }: PictureSetup,
  pair: TakePair,
): Promise<readonly number[]> {
  const both = pair.flatMap((index) => takes[index] ?? []);
  const seconds = Math.min(...both.map(({ durationSeconds }) => durationSeconds));
  const columns = Math.min(MOST_COLUMNS, Math.floor(seconds / SECONDS_A_COLUMN));
  if (both.length < 2 || columns < 2) return [];
  const window = { fromFrame: 0, frames: Math.floor(seconds * topRate), sampleRate: topRate };
  const [one, other] = await Promise.all(
    both.map(async ({ id }) => {
      const address = tileAddress(id, window, { columns, rows: ROWS, scale: 'mel' });
      return new Uint8Array(await fetchBytes(address, headers));
    }),
  );
  const grid = { rows: ROWS, secondsAColumn: seconds / columns };
  const apart = Math.max(LEAST_APART, seconds * PART_APART);
  return findDifferences(one ?? new Uint8Array(), other ?? new Uint8Array(), grid, MOST_PLACES, apart);
}
