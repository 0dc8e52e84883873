/** Keeps keys without secure key storage: in memory, or, if the person chose it, in a file that only its owner can read. */

import { rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import { VAULT } from '../../../core/strings.ts';
import type { Vault } from '../../../core/vault/vault.ts';
import { syncFolder } from '../../../platform/files/atomic-files.ts';
import { createTurns } from '../../../platform/time/turns.ts';
import { KEY_FILE } from '../strings.ts';
import { readPrivateFile, writePrivateFile } from './private-file.ts';

const entriesSchema = z.record(z.string(), z.string());
type Entries = z.infer<typeof entriesSchema>;

/**
 * Calls run one after the other, so that none overwrites the changes of another.
 * @param file absolute path; created with the first key, deleted with the last
 */
export async function openFallbackVault(file: string): Promise<Vault> {
  const memory = new Map<string, string>();
  let isUsed = await read().then(
    (entries) => Object.keys(entries).length > 0,
    () => true,
  );
  const inTurn = createTurns();

  async function read(): Promise<Entries> {
    const text = await readPrivateFile(file);
    if (text === null) return {};
    try {
      return entriesSchema.parse(JSON.parse(text));
    } catch (cause) {
      throw new CleartakeError('keyFileUnsafe', {
        cause,
        detail: `${file} is damaged`,
        parts: KEY_FILE.damaged(file),
      });
    }
  }

  async function write(entries: Entries): Promise<void> {
    if (Object.keys(entries).length === 0) {
      await rm(file, { force: true });
      await syncFolder(path.dirname(file));
    } else await writePrivateFile(file, `${JSON.stringify(entries, null, 2)}\n`);
    isUsed = Object.keys(entries).length > 0;
  }

  async function get(name: string): Promise<string | null> {
    const remembered = memory.get(name);
    if (remembered !== undefined) return remembered;
    const entries = await read();
    return Object.hasOwn(entries, name) ? (entries[name] ?? null) : null;
  }

  async function remove(name: string): Promise<void> {
    memory.delete(name);
    const { [name]: removed, ...kept } = await read();
    if (removed !== undefined) await write(kept);
  }

  return {
    get kind() {
      return isUsed ? 'file' : 'memory';
    },
    get sentence() {
      return isUsed ? KEY_FILE.inUse(file) : VAULT.memory;
    },
    has: (name) => inTurn(async () => (await get(name)) !== null),
    get: (name) => inTurn(() => get(name)),
    set: (name, secret, keep) =>
      inTurn(async () => {
        const entries = await read();
        const like = typeof keep === 'object' ? keep.beside : name;
        if (keep === 'file' || (keep !== 'memory' && Object.hasOwn(entries, like))) {
          await write({ ...entries, [name]: secret });
          memory.delete(name);
        } else {
          if (Object.hasOwn(entries, name)) await remove(name);
          memory.set(name, secret);
        }
      }),
    delete: (name) => inTurn(() => remove(name)),
  };
}
