/** The waveform of a take in a few columns, for a row of the desk. */

import { type FileHandle, open } from 'node:fs/promises';
import { OVERVIEW_COLUMNS } from '../../../../shared/contract/listening/listening.ts';
import { decodePeaksHeader, PEAKS_HEADER_BYTES } from '../../../../shared/engine-api/peaks-format.ts';

/**
 * Reads the coarsest level of a peaks file that has a pixel for each column: a few kilobytes, however long the recording.
 * @returns the highest absolute sample of each column, 0 to 127 @throws when the file can't be read or is no peaks file of this version
 */
export async function readOverview(peaksPath: string): Promise<number[]> {
  const file = await open(peaksPath);
  try {
    const { levels } = decodePeaksHeader(await readAt(file, 0, PEAKS_HEADER_BYTES));
    const level = levels.findLast(({ pixels }) => pixels >= OVERVIEW_COLUMNS) ?? levels[0];
    if (level === undefined) return Array<number>(OVERVIEW_COLUMNS).fill(0);
    return columnsOf(await readAt(file, level.offset, level.pixels * 2));
  } finally {
    await file.close();
  }
}

/** @param pairs minimum and maximum of each pixel */
function columnsOf(pairs: Uint8Array): number[] {
  const values = new Int8Array(pairs.buffer, pairs.byteOffset, pairs.byteLength);
  const pixels = values.length / 2;
  return Array.from({ length: OVERVIEW_COLUMNS }, (_, column) => {
    const first = Math.floor((column * pixels) / OVERVIEW_COLUMNS);
    const end = Math.max(first + 1, Math.floor(((column + 1) * pixels) / OVERVIEW_COLUMNS));
    return values.subarray(first * 2, end * 2).reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  });
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Uint8Array> {
  const { bytesRead, buffer } = await file.read(new Uint8Array(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
