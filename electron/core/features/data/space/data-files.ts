/** The files of the data folder: what each is for, how large it is, and whose it is. */

import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { SpaceKind } from '../../../../../shared/domain/care/space.ts';
import { isErrno } from '../../../../platform/files/file-errors.ts';

export interface DataFile {
  /** Below the data folder, with the system's separators. */
  readonly relative: string;
  readonly kind: SpaceKind;
  /** The id of the recording, the generation, the excerpt's job or the service's project that it belongs to; null for other files. */
  readonly owner: string | null;
  readonly bytes: number;
  /** Milliseconds since the epoch, as exact as the system tells. */
  readonly modifiedAt: number;
}

/** Facts are asked for so many files at once. */
const AT_ONCE = 64;

/** Files below the data folder, a folder at a time. Links are neither followed nor listed; what vanishes meanwhile is left out. */
export async function* dataFiles(dataDirectory: string, below = ''): AsyncGenerator<readonly DataFile[]> {
  const entries = await readdir(path.join(dataDirectory, below), { withFileTypes: true }).catch((failure: unknown) => {
    if (isErrno(failure, 'ENOENT', 'ENOTDIR', 'EACCES', 'EPERM')) return [];
    throw failure;
  });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(below, entry.name));
  for (let from = 0; from < files.length; from += AT_ONCE) {
    const facts = await Promise.all(files.slice(from, from + AT_ONCE).map((file) => factsOf(dataDirectory, file)));
    yield facts.flatMap((one) => one ?? []);
  }
  for (const entry of entries) {
    if (entry.isDirectory()) yield* dataFiles(dataDirectory, path.join(below, entry.name));
  }
}

async function factsOf(dataDirectory: string, relative: string): Promise<DataFile | null> {
  const facts = await lstat(path.join(dataDirectory, relative)).catch(() => null);
  if (facts === null || !facts.isFile()) return null;
  return { relative, ...classify(relative.split(path.sep)), bytes: facts.size, modifiedAt: facts.mtimeMs };
}

/** @param segments of a path below the data folder */
function classify(segments: readonly string[]): Pick<DataFile, 'kind' | 'owner'> {
  const [first = '', second = '', third = '', fourth = ''] = segments;
  const plain = (kind: SpaceKind) => ({ kind, owner: null });
  if (segments.length === 1) return plain(/^cleartake\.(sqlite|starts)/.test(first) ? 'database' : 'other');
  if (first === 'backups' || first === 'damaged' || first === 'logs') return plain(first);
  if (first === 'service') return { kind: first, owner: second === 'media' && segments.length > 3 ? third : null };
  if (first === 'restore') return plain('backups');
  if (first !== 'library') return plain('other');
  if (second === 'saved' || second === 'parts' || second === 'previews') return plain(second);
  if (second === 'set-aside') return { kind: second, owner: third };
  if (second === 'managed') return plain('copies');
  if (second === 'listening') return plain('listening');
  if (second === 'excerpts') {
    return /\.(peaks|index)$/.test(fourth) ? { kind: 'waveforms', owner: third } : plain('excerpts');
  }
  const isOwned = (second === 'recordings' || second === 'generations') && segments.length === 4;
  if (!isOwned) return plain('other');
  const isOther = /^(difference-(original|copy)|delivered-[0-9a-f]+)\.(peaks|index)$/.test(fourth);
  if (fourth === 'peaks.bin' || fourth === 'index.bin' || isOther) return { kind: 'waveforms', owner: third };
  if (second === 'recordings') return plain('other');
  if (/^result\.[^.]+$/.test(fourth)) return { kind: 'results', owner: third };
  if (fourth.startsWith('download.part')) return { kind: 'unfinished', owner: third };
  return plain('other');
}
