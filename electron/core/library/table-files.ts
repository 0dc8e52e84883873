/** Lists of the desk as files: written beside their final name, so that a folder only ever has whole ones. */

import path from 'node:path';
import { CleartakeError } from '../../../shared/domain/errors.ts';
import { numberedName } from '../../../shared/domain/naming/numbering.ts';
import { withOutputErrors } from '../../platform/files/file-errors.ts';
import type { DeskPorts } from '../ports.ts';
import type { Parts } from './export/parts.ts';

const MOST_NUMBERS = 9999;

/** A list that is read while it is written. */
export interface TableText {
  readonly fileName: string;
  readonly parts: AsyncIterable<TablePart>;
}

export interface TablePart {
  readonly text: string;
  readonly rows: number;
}

/** @param rows written so far */
type OnRows = (rows: number) => void;

interface MadeTable {
  readonly id: string;
  readonly fileName: string;
}

export interface TableFiles {
  /**
   * Writes it into a folder, or to be fetched by its id. Another file of its name stays, and an abort leaves nothing behind.
   * @param folder absolute; null to be fetched
   * @throws CleartakeError outputUnwritable, diskFull, cancelled
   */
  write(table: TableText, folder: string | null, onRows: OnRows, signal: AbortSignal): Promise<MadeTable>;
  /** Where a file went; null for those that are fetched, and for other ids. */
  pathOf(id: string): string | null;
}

export function createTableFiles({
  files,
  newId,
  parts,
}: Pick<DeskPorts, 'files' | 'newId'> & { parts: Parts }): TableFiles {
  const written = new Map<string, string>();

  async function fill(target: string, table: TableText, onRows: OnRows, signal: AbortSignal): Promise<void> {
    const file = await files.write(target);
    const encoder = new TextEncoder();
    let rows = 0;
    try {
      for await (const part of table.parts) {
        signal.throwIfAborted();
        await file.write([encoder.encode(part.text)]);
        rows += part.rows;
        onRows(rows);
      }
      signal.throwIfAborted();
      await file.sync();
    } finally {
      await file.close();
    }
  }

  async function takeName(temporary: string, folder: string, fileName: string): Promise<string> {
    for (let number = 1; number <= MOST_NUMBERS; number++) {
      const target = path.join(folder, numberedName(fileName, number));
      if (await files.takeFreeName(temporary, target)) return target;
    }
    throw new CleartakeError('outputUnwritable', { detail: `${MOST_NUMBERS} files of this name are there` });
  }

  return {
    write: (table, folder, onRows, signal) =>
      withOutputErrors(async () => {
        const { fileName } = table;
        if (folder === null) {
          const id = await parts.keep(fileName, (target) => fill(target, table, onRows, signal), signal);
          return { id, fileName };
        }
        const id = newId();
        const temporary = path.join(folder, `.cleartake-${id}.part`);
        try {
          await fill(temporary, table, onRows, signal);
          const target = await takeName(temporary, folder, fileName);
          written.set(id, target);
          return { id, fileName: path.basename(target) };
        } finally {
          await files.remove(temporary);
        }
      }),
    pathOf: (id) => written.get(id) ?? null,
  };
}
