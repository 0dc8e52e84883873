/** Checks that a write-ahead log is complete: SQLite silently ignores one that is damaged, missing or from another database. */

import { readFileSync, statSync } from 'node:fs';

/** Bytes of the log's header, and of the header of each of its frames (sqlite.org/fileformat, "The Write-Ahead Log"). */
const HEADER = 32;
const FRAME_HEADER = 24;
const MAGIC = 0x377f0682;

/**
 * @param bootedAt milliseconds since the epoch: an index that is older than the last boot says nothing about this log
 * @returns why commits may be missing from the database, or null
 */
export function findWalFault(database: string, bootedAt: number): string | null {
  const wal = readIfThere(`${database}-wal`);
  const index = readIndex(`${database}-shm`, bootedAt);
  if (wal === null) return index === null ? null : 'its log is missing';
  if (wal.length === 0) return index === null || index.frames === 0 ? null : 'its log is empty';
  const pageBytes = readPageBytes(wal);
  if (pageBytes === null) return 'the header of its log is damaged';
  const { valid, lost } = walk(wal, pageBytes);
  // After a power cut later pages that were not flushed may be on the disk while earlier ones are missing: the log then ends there. The
  // start journal tells whether a start was lost with them.
  if (index === null) return null;
  if (lost) return 'its log is damaged before its end';
  if (index.frames === 0) return null;
  if (!index.salts.equals(wal.subarray(16, 24))) return 'its log is another one';
  return valid < index.frames ? 'its log ends too early' : null;
}

/** Number of frames and salts of the log, from the index that its writer kept beside it. */
function readIndex(path: string, bootedAt: number): { readonly frames: number; readonly salts: Buffer } | null {
  const bytes = readIfThere(path);
  if (bytes === null || bytes.length < 96 || statSync(path).mtimeMs < bootedAt) return null;
  const isWhole = bytes[12] === 1 && bytes.subarray(0, 48).equals(bytes.subarray(48, 96));
  return isWhole ? { frames: bytes.readUInt32LE(16), salts: bytes.subarray(32, 40) } : null;
}

/** Null when the log's header is damaged. */
function readPageBytes(wal: Buffer): number | null {
  if (wal.length < HEADER) return null;
  const isBigEndian = wal.readUInt32BE(0) === MAGIC + 1;
  if (!isBigEndian && wal.readUInt32BE(0) !== MAGIC) return null;
  const sum = checksum(wal.subarray(0, 24), [0, 0], isBigEndian);
  if (sum[0] !== wal.readUInt32BE(24) || sum[1] !== wal.readUInt32BE(28)) return null;
  const pageBytes = wal.readUInt32BE(8);
  return pageBytes >= 512 && pageBytes <= 65_536 ? pageBytes : null;
}

/** Number of valid frames before the first fault, and whether a commit of the same log follows it. */
function walk(wal: Buffer, pageBytes: number): { readonly valid: number; readonly lost: boolean } {
  const isBigEndian = wal.readUInt32BE(0) === MAGIC + 1;
  const salts = wal.subarray(16, 24);
  let sum: Sum = [wal.readUInt32BE(24), wal.readUInt32BE(28)];
  let valid = 0;
  let isFaulty = false;
  for (let at = HEADER; at + FRAME_HEADER + pageBytes <= wal.length; at += FRAME_HEADER + pageBytes) {
    const isOfThisLog = wal.subarray(at + 8, at + 16).equals(salts);
    if (isFaulty) {
      if (isOfThisLog && wal.readUInt32BE(at + 4) > 0) return { valid, lost: true };
      continue;
    }
    const body = wal.subarray(at + FRAME_HEADER, at + FRAME_HEADER + pageBytes);
    sum = checksum(body, checksum(wal.subarray(at, at + 8), sum, isBigEndian), isBigEndian);
    isFaulty = !isOfThisLog || sum[0] !== wal.readUInt32BE(at + 16) || sum[1] !== wal.readUInt32BE(at + 20);
    if (!isFaulty) valid += 1;
  }
  return { valid, lost: false };
}

type Sum = readonly [number, number];

function checksum(bytes: Buffer, from: Sum, isBigEndian: boolean): Sum {
  let [one, two] = from;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at + 8 <= bytes.length; at += 8) {
    one = (one + view.getUint32(at, !isBigEndian) + two) >>> 0;
    two = (two + view.getUint32(at + 4, !isBigEndian) + one) >>> 0;
  }
  return [one, two];
}

function readIfThere(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch (failure) {
    if (failure instanceof Error && 'code' in failure && failure.code === 'ENOENT') return null;
    throw failure;
  }
}
