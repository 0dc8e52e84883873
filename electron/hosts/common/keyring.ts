/** The vault of Node hosts: the operating system's keychain, or memory with a sentence that says so. */

import { execFile } from 'node:child_process';
import { AsyncEntry, type EntryOptions } from '@napi-rs/keyring';
import { CleartakeError } from '../../../shared/domain/errors.ts';
import { createMemoryVault, type Vault } from '../../core/vault/vault.ts';
import type { Log } from '../../platform/log.ts';

export { tellSecrets } from './tell-secrets.ts';

const SERVICE = 'Cleartake';
const PROBE = 'is-there-a-keychain';
const PROBE_TIMEOUT_MS = 1000;

/**
 * On Linux only the secret service counts. The kernel's own keyring would be taken otherwise, and it forgets at every restart.
 */
const OPTIONS: EntryOptions = { linux: { store: 'secret-service' } };

/** What finding the session bus takes. */
const BUS_VARIABLES = ['DBUS_SESSION_BUS_ADDRESS', 'XDG_RUNTIME_DIR', 'HOME', 'PATH'];

const SENTENCES: Readonly<Record<string, string>> = {
  darwin: "Keys are kept in this Mac's keychain.",
  win32: 'Keys are kept in the Windows Credential Manager.',
  linux: "Keys are kept in this desktop's keyring (the secret service).",
};

/**
 * Opens the keychain, and falls back to memory when there is none or it does not answer within a second: a start is never
 * held up by a keychain.
 */
export async function openKeyringVault(log: Log, timeoutMs = PROBE_TIMEOUT_MS): Promise<Vault> {
  const missing = await probe(timeoutMs);
  if (missing === null) return createKeyringVault();
  log.warn('No protected key store: keys are kept in memory', { reason: missing });
  return createMemoryVault();
}

/** @returns null when the keychain answers, else why it does not */
async function probe(timeoutMs: number): Promise<string | null> {
  if (process.platform !== 'linux') return await ask(timeoutMs);
  if (!process.env.DBUS_SESSION_BUS_ADDRESS && !process.env.XDG_RUNTIME_DIR) return 'there is no session bus';
  return await askApart(timeoutMs);
}

/**
 * Asks in a process of its own, this file run by itself: connecting to a session bus that does not answer blocks the whole
 * process that does it, timers and signals included.
 */
function askApart(timeoutMs: number): Promise<string | null> {
  const environment = Object.fromEntries(BUS_VARIABLES.map((name) => [name, process.env[name]]));
  const settings = { env: environment, timeout: timeoutMs, killSignal: 'SIGKILL' as const };
  return new Promise((resolve) => {
    execFile(process.execPath, [import.meta.filename], settings, (failure, said) => {
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

async function askKeychain(signal?: AbortSignal): Promise<string | null> {
  try {
    await entry(PROBE).getPassword(signal);
    return null;
  } catch (failure) {
    return failure instanceof Error ? failure.message : String(failure);
  }
}

function late(timeoutMs: number): string {
  return `no answer within ${timeoutMs} ms`;
}

/** A vault over the keychain. A locked one that stays locked refuses with a sentence. */
function createKeyringVault(): Vault {
  return {
    kind: 'keychain',
    sentence: SENTENCES[process.platform] ?? "Keys are kept in this computer's keychain.",
    get: async (name) => (await explained(entry(name).getPassword())) ?? null,
    set: (name, secret) => explained(entry(name).setPassword(secret)),
    delete: async (name) => {
      await explained(entry(name).deletePassword());
    },
  };
}

async function explained<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (failure) {
    throw new CleartakeError('unexpected', {
      cause: failure,
      detail: failure instanceof Error ? failure.message : String(failure),
      userMessage: "This computer's key store did not open. Nothing was changed. Unlock it, then try again.",
    });
  }
}

function entry(name: string): AsyncEntry {
  return new AsyncEntry(SERVICE, name, OPTIONS);
}

if (import.meta.main) {
  const missing = await askKeychain();
  if (missing !== null) process.stdout.write(missing);
  process.exit(missing === null ? 0 : 1);
}
