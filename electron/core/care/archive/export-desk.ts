/** Writes the whole desk without keys into one file: history, queue, ledger, settings, verdicts, and results if wanted. */

import { createReadStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { type FileHandle, open, rename } from 'node:fs/promises';
import path from 'node:path';
import { flushFolder } from '../../../platform/files/flush.ts';
import { hashFile } from '../../../platform/files/hashing.ts';
import { writeDatabase } from '../../../platform/sqlite.ts';
import { makeCopy } from '../../recovery/backups/backup-copy.ts';
import { dataFiles } from '../space/data-files.ts';
import { headerOf, paddingOf, TAR_END } from './tar.ts';

export const MANIFEST = 'cleartake.json';
export const STORE = 'cleartake.sqlite';
/** Version of the layout of the archive. */
export const FORMAT = 'cleartake-desk-1';

export interface DeskManifest {
  readonly format: string;
  /** The data folder that it was made of. */
  readonly dataDirectory: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The other files, in their order. Inside the archive they are numbered: names of recordings may be too long for it. */
  readonly files: readonly { readonly name: string; readonly sha256: string }[];
}

/** The name of a file in the archive. */
export function entryName(index: number): string {
  return `files/${index}`;
}

interface ExportRequest {
  readonly dataDirectory: string;
  /** Absolute; must not exist. */
  readonly target: string;
  readonly withResults: boolean;
  readonly now: number;
}

interface Part {
  readonly name: string;
  readonly file: string;
  readonly hash: string;
}

/** The file appears whole or not at all. @throws Error when the target exists or can't be written */
export async function exportDesk(request: ExportRequest): Promise<{ files: number; bytes: number }> {
  const { dataDirectory, now, target } = request;
  const room = mkdtempSync(path.join(path.dirname(target), '.cleartake-export-'));
  try {
    const parts = await partsOf(request, room);
    const manifest: DeskManifest = {
      format: FORMAT,
      dataDirectory,
      at: now,
      files: parts.map(({ hash, name }) => ({ name, sha256: hash })),
    };
    const temporary = path.join(room, 'archive');
    const out = await open(temporary, 'wx', 0o600);
    try {
      const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
      await out.write(Buffer.concat([headerOf({ name: MANIFEST, bytes: text.length }), text, paddingOf(text.length)]));
      for (const [index, part] of parts.entries()) await append(out, entryName(index), part);
      await out.write(TAR_END);
      await out.sync();
    } finally {
      await out.close();
    }
    // Reserves the name, so that nothing is replaced.
    await (await open(target, 'wx', 0o600)).close();
    await rename(temporary, target);
    flushFolder(path.dirname(target));
    return { files: parts.length + 1, bytes: statSync(target).size };
  } finally {
    rmSync(room, { recursive: true, force: true });
  }
}

async function partsOf({ dataDirectory, withResults }: ExportRequest, room: string): Promise<Part[]> {
  const copy = path.join(room, STORE);
  makeCopy(path.join(dataDirectory, STORE), copy);
  removeSecrets(copy);
  const parts: Part[] = [{ name: STORE, file: copy, hash: await hashFile(copy) }];
  for await (const files of dataFiles(dataDirectory)) {
    for (const { kind, relative } of files) {
      // A managed copy is the only source of its recording; excerpts and waveforms belong to what they were made of.
      const isWanted = kind === 'copies' || (withResults && ['results', 'excerpts', 'waveforms'].includes(kind));
      if (!isWanted) continue;
      const file = path.join(dataDirectory, relative);
      parts.push({ name: relative.split(path.sep).join('/'), file, hash: await hashFile(file) });
    }
  }
  return parts;
}

/** What only this desk may have: fingerprints of keys, and addresses of uploads, which are sealed with a key. */
function removeSecrets(store: string): void {
  writeDatabase(store, (raw) => {
    raw.exec(`
      pragma secure_delete = on;
      update connection set key_fingerprint = null;
      update job set upload_address = null;
      vacuum`);
  });
}

async function append(out: FileHandle, entry: string, { file, name }: Part): Promise<void> {
  const { size } = statSync(file);
  await out.write(headerOf({ name: entry, bytes: size }));
  let written = 0;
  for await (const piece of createReadStream(file, { highWaterMark: 1024 * 1024 })) {
    await out.write(piece as Buffer);
    written += (piece as Buffer).length;
  }
  if (written !== size) throw new Error(`${name} changed while it was exported`);
  await out.write(paddingOf(size));
}
