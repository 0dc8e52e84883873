/** Result files of the library: whether the person has the same elsewhere, and what was paid for them. */

import { stat } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { modelOf } from '../../../../../shared/domain/models.ts';
import type { Store } from '../../../store/open-store.ts';
import type { StoredResult } from '../../../store/space/stored-files.ts';

const PAGE_ROWS = 500;

/** A result on disk, which several recordings may share. `kind` is null while one of them isn't over. */
export interface ResultFile {
  readonly kind: 'delivered' | 'converted' | 'only-here' | null;
  readonly name: string;
  readonly paid: number | null;
  /** Of a delivered result: the output, which must have this SHA-256 at the time of the removal. */
  readonly same: { readonly path: string; readonly contentHash: string } | null;
}

/** By the path, with all links resolved. @param pages of rows @param root the data folder with all links resolved */
export async function resultFiles(
  pages: Iterable<readonly StoredResult[]>,
  dataDirectory: string,
  root: string,
): Promise<ReadonlyMap<string, ResultFile>> {
  const files = new Map<string, ResultFile>();
  for (const page of pages) {
    const found = await Promise.all(page.map(fileOf));
    for (const [index, { path: file }] of page.entries()) {
      const one = found[index];
      const relative = relativeTo([dataDirectory, root], file);
      if (one === undefined || relative === null) continue;
      const place = path.join(root, relative);
      const before = files.get(place);
      files.set(place, before === undefined ? one : together(before, one));
    }
    await turn();
  }
  return files;
}

/** All results of the store, page by page. */
export function* allResults({ storedFiles }: Pick<Store, 'storedFiles'>): Generator<readonly StoredResult[]> {
  let after = '';
  for (;;) {
    const page = storedFiles.resultPage(after, PAGE_ROWS);
    yield page;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE_ROWS) return;
    after = last.generationId;
  }
}

/** Null for a file that is in none of the folders. */
function relativeTo(folders: readonly string[], file: string): string | null {
  const folder = folders.find((one) => file.startsWith(`${one}${path.sep}`));
  return folder === undefined ? null : path.relative(folder, file);
}

async function fileOf(row: StoredResult): Promise<ResultFile> {
  const { amount, chargedAt, contentHash, exportedPath, exportHash, folder, jobState, model } = row;
  const name = `${folder === '' ? '' : `${folder}/`}${row.name} (${modelOf(model).label})`;
  const paid = chargedAt === null ? 0 : amount;
  const isOver = jobState === 'done' || jobState === 'failed' || jobState === 'cancelled';
  if (!isOver) return { kind: null, name, paid, same: null };
  const output = exportedPath === null ? null : await stat(exportedPath).catch(() => null);
  if (exportedPath === null || output?.isFile() !== true) return { kind: 'only-here', name, paid, same: null };
  return exportHash === null && output.size === row.bytes
    ? { kind: 'delivered', name, paid, same: { path: exportedPath, contentHash } }
    : { kind: 'converted', name, paid, same: null };
}

/** The most expensive reading of two recordings that share a file. */
function together(one: ResultFile, other: ResultFile): ResultFile {
  const order = ['delivered', 'converted', 'only-here', null] as const;
  const [kept] = [one, other].sort((a, b) => order.indexOf(b.kind) - order.indexOf(a.kind));
  const paid = one.paid === null || other.paid === null ? null : one.paid + other.paid;
  return { ...(kept ?? one), paid };
}
