/** Where two takes differ most, from coarse spectrograms of the whole of both. */

import { tileAddress } from '../../../../shared/contract/page/media-addresses.ts';
import { fetchBytes } from './loader.ts';
import type { PictureSetup, TakePair } from './messages.ts';

const DIFFERENCE_ROWS = 48;
const SECONDS_A_COLUMN = 0.5;
const MOST_COLUMNS = 1024;
const MOST_DIFFERENCES = 5;

/** Seconds between two places, at least; in a long recording, this part of it. */
const LEAST_SECONDS_APART = 2;
const LEAST_SHARE_APART = 1 / 40;
/** Byte of a level: below it a difference isn't heard beside speech. */
const HEARD = Math.round(((120 - 70) / 120) * 255);
const DECIBELS_A_BYTE = 120 / 255;
/** A mean difference below this many dB is none. */
const LEAST_DECIBELS = 1;

interface DifferenceSearch {
  /** Levels of a column. */
  readonly rows: number;
  readonly secondsAColumn: number;
  /** Places that are returned. */
  readonly most: number;
  /** Seconds between two places. */
  readonly apart: number;
}

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
      const address = tileAddress(id, window, { columns, rows: DIFFERENCE_ROWS, scale: 'mel' });
      return new Uint8Array(await fetchBytes(address, headers));
    }),
  );
  return findDifferences(one ?? new Uint8Array(), other ?? new Uint8Array(), {
    rows: DIFFERENCE_ROWS,
    secondsAColumn: seconds / columns,
    most: MOST_DIFFERENCES,
    apart: Math.max(LEAST_SECONDS_APART, seconds * LEAST_SHARE_APART),
  });
}

/**
 * @param one levels as bytes, column by column @param other of the same size
 * @returns where the columns begin in seconds, the largest difference first
 */
export function findDifferences(
  one: Uint8Array,
  other: Uint8Array,
  { rows, secondsAColumn, most, apart }: DifferenceSearch,
): readonly number[] {
  const columns = Math.floor(Math.min(one.length, other.length) / rows);
  const ranked = Array.from({ length: columns }, (_, column) => ({
    second: column * secondsAColumn,
    decibels: meanDifference(one, other, column * rows, rows),
  }))
    .filter(({ decibels }) => decibels >= LEAST_DECIBELS)
    .sort((first, second) => second.decibels - first.decibels);
  const places: number[] = [];
  for (const { second } of ranked) {
    if (places.length === most) break;
    if (places.every((place) => Math.abs(place - second) >= apart)) places.push(second);
  }
  return places;
}

function meanDifference(one: Uint8Array, other: Uint8Array, from: number, rows: number): number {
  let sum = 0;
  for (let row = from; row < from + rows; row++) {
    sum += Math.abs(Math.max(HEARD, one[row] as number) - Math.max(HEARD, other[row] as number));
  }
  return (sum / rows) * DECIBELS_A_BYTE;
}
