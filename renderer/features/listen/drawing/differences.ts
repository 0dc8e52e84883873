/** Where two takes differ most, from coarse spectrograms of the whole of both. Pure. */

/** Byte of a level: below it a difference isn't heard beside speech. */
const HEARD = Math.round(((120 - 70) / 120) * 255);
const DECIBELS_A_BYTE = 120 / 255;
/** A mean difference below this many dB is none. */
const LEAST_DECIBELS = 1;

export interface DifferenceGrid {
  readonly rows: number;
  /** Seconds of a column. */
  readonly secondsAColumn: number;
}

/**
 * @param one levels as bytes, column by column @param other of the same size
 * @param apart seconds between two places
 * @returns where the columns begin in seconds, the largest difference first
 */
export function findDifferences(
  one: Uint8Array,
  other: Uint8Array,
  { rows, secondsAColumn }: DifferenceGrid,
  most: number,
  apart: number,
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
