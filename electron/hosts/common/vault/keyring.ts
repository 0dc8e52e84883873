/** The keychain of Node hosts: the operating system's, if it responds. */

import { execFile } from 'node:child_process';
import path from 'node:path';
import { z } from 'zod';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import type { Vault } from '../../../core/vault/vault.ts';
import type { Log } from '../../../platform/log.ts';
import { createTurns } from '../../../platform/time/turns.ts';
import { keyringText } from '../strings.ts';
import { type Keychain, openHostVault } from './host-vault.ts';
import { askKeychain, keychainEntry } from './keyring-entry.ts';
import { readPrivateFile, writePrivateFile } from './private-file.ts';

const PROBE_TIMEOUT_MS = 1000;

/** In the sources, or beside the bundle that contains this file. */
const PROBE = path.join(
  import.meta.dirname,
  import.meta.filename.endsWith('.ts') ? 'keyring-probe.ts' : 'keyring-probe.js',
);

/** Variables that are needed to find the session bus. */
const BUS_VARIABLES = ['DBUS_SESSION_BUS_ADDRESS', 'XDG_RUNTIME_DIR', 'HOME', 'PATH'];

/**
 * Opens the vault. A keychain never delays the start: one that doesn't respond in time counts as missing, and is asked again when a
 * key that it has is needed.
 * @param dataDirectory absolute; `keys/` in it has the names of the keys in the keychain, and the key file if the person chose one
 */
export async function openKeyringVault(log: Log, dataDirectory: string, timeoutMs = PROBE_TIMEOUT_MS): Promise<Vault> {
  const folder = path.join(dataDirectory, 'keys');
  const names = keptNames(path.join(folder, 'in-keychain.json'));
  const keychain: Keychain = {
    has: async (name) => (await names.read()).includes(name),
    open: async () => {
      const missing = await probe(timeoutMs);
      return missing === null ? remembering(createKeyringVault(), names) : { missing };
    },
  };
  return await openHostVault(keychain, path.join(folder, 'keys.json'), log);
}

interface KeptNames {
  read(): Promise<readonly string[]>;
  write(names: readonly string[]): Promise<void>;
}

/** The names (never the secrets) of the keys in the keychain: a locked keychain can't list them. */
function keptNames(file: string): KeptNames {
  return {
    async read() {
      try {
        return z.array(z.string()).parse(JSON.parse((await readPrivateFile(file)) ?? '[]'));
      } catch {
        return [];
      }
    },
    write: (names) => writePrivateFile(file, `${JSON.stringify(names)}\n`),
  };
}

function remembering(vault: Vault, names: KeptNames): Vault {
  const noted = new Set<string>();
  const inTurn = createTurns();

  function note(name: string, isThere: boolean): Promise<void> {
    if (noted.has(name) === isThere && isThere) return Promise.resolve();
    return inTurn(async () => {
      const rest = (await names.read()).filter((one) => one !== name);
      // Without the note a key only looks missing while the keychain is locked.
      await names.write(isThere ? [...rest, name] : rest).catch(() => undefined);
      if (isThere) noted.add(name);
      else noted.delete(name);
    });
  }

  return {
    ...vault,
    get: async (name) => {
      const secret = await vault.get(name);
      if (secret !== null) await note(name, true);
      return secret;
    },
    set: async (name, secret) => {
      await vault.set(name, secret);
      await note(name, true);
    },
    delete: async (name) => {
      await vault.delete(name);
      await note(name, false);
    },
  };
}

/** @returns null when the keychain responds, else the reason why not */
async function probe(timeoutMs: number): Promise<string | null> {
  if (process.platform !== 'linux') return await ask(timeoutMs);
  if (!process.env.DBUS_SESSION_BUS_ADDRESS && !process.env.XDG_RUNTIME_DIR) return 'there is no session bus';
  return await askApart(timeoutMs);
}

/**
 * Asks in a separate process: connecting to a session bus that doesn't respond blocks the whole process, timers
 * and signals included.
 */
function askApart(timeoutMs: number): Promise<string | null> {
  const environment = Object.fromEntries(BUS_VARIABLES.map((name) => [name, process.env[name]]));
  const settings = { env: environment, timeout: timeoutMs, killSignal: 'SIGKILL' as const };
  return new Promise((resolve) => {
    execFile(process.execPath, [PROBE], settings, (failure, said) => {
      if (failure === null) resolve(null);
      else resolve(failure.killed === true ? late(timeoutMs) : said.trim() || failure.message);
    });
  });
}

async function ask(timeoutMs: number): Promise<string | null> {
  const signal = AbortSignal.timeout(timeoutMs);
  const expired = new Promise<string>((resolve) => {
    signal.addEventListener('abort', () => resolve(late(timeoutMs)), { once: true });
  });
  return await Promise.race([askKeychain(signal), expired]);
}

function late(timeoutMs: number): string {
  return `no answer within ${timeoutMs} ms`;
}

/** A vault over the keychain; throws `keyStoreLocked` while the keychain stays locked. */
function createKeyringVault(): Vault {
  return {
    kind: 'keychain',
    sentence: keyringText(process.platform),
    has: async (name) => {
      const found = await keychainEntry(name)
        .getPassword()
        .catch(() => null);
      return (found ?? null) !== null;
    },
    get: async (name) => (await explained(keychainEntry(name).getPassword())) ?? null,
    set: (name, secret) => explained(keychainEntry(name).setPassword(secret)),
    delete: async (name) => {
      await explained(keychainEntry(name).deletePassword());
    },
  };
}

async function explained<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (failure) {
    throw new CleartakeError('keyStoreLocked', {
      cause: failure,
      detail: failure instanceof Error ? failure.message : String(failure),
    });
  }
}
