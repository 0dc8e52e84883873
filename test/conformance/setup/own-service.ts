/** The product's own service as its command line starts it, for a run that was given no base URL. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Place, ReceiverIdentity } from '../target.ts';

const MAIN = path.resolve(import.meta.dirname, '../../../electron/hosts/cli/main.ts');
const START_MS = 30_000;

export interface OwnService extends Place {
  /** The last lines of its standard error. */
  readonly said: readonly string[];
  /** Ends the process and removes its folder. */
  stop(): Promise<void>;
}

/**
 * @param tls what it presents; without it the service speaks plain HTTP, on this computer alone
 * @param database address of the PostgreSQL database that it works with; without it, SQLite in its folder
 * @throws Error with what the process said last, when it does not come up
 */
export async function startOwnService(
  configuration: unknown,
  tls?: ReceiverIdentity,
  database?: string,
): Promise<OwnService> {
  const folder = await mkdtemp(path.join(tmpdir(), 'cleartake-conformance-'));
  const file = path.join(folder, 'configuration.json');
  await writeFile(file, JSON.stringify(configuration));
  const words = ['service', '--port', '0', '--rehearsal', '--config', file, '--data-dir', path.join(folder, 'data')];
  if (tls !== undefined) {
    const [certificate, privateKey] = [path.join(folder, 'certificate.pem'), path.join(folder, 'key.pem')];
    await writeFile(certificate, tls.certificate);
    await writeFile(privateKey, tls.privateKey, { mode: 0o600 });
    words.push('--tls-cert', certificate, '--tls-key', privateKey);
  }
  const child = spawn(process.execPath, [MAIN, ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      ...(database === undefined ? {} : { CLEARTAKE_DATABASE_URL: database }),
    },
  });
  const said: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => {
    said.push(line);
    if (said.length > 20) said.shift();
  });
  const stop = async () => {
    await end(child);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const first = await firstLine(child);
    const { event, baseUrl, adminKey, apiKey } = JSON.parse(first);
    if (event !== 'listening' || !baseUrl || !adminKey || !apiKey) throw new Error('its first line lacks something');
    return { baseUrl, adminKey, apiKey, said, stop };
  } catch (failure) {
    await stop();
    const why = failure instanceof Error ? failure.message : String(failure);
    throw new Error(`The service did not come up: ${why}\n${said.join('\n')}`);
  }
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('it has no output');
  const lines = createInterface({ input: child.stdout });
  const signal = AbortSignal.timeout(START_MS);
  const [line] = await Promise.race([
    once(lines, 'line', { signal }),
    once(child, 'exit', { signal }).then(([status]) => {
      throw new Error(`it ended with status ${String(status)}`);
    }),
  ]);
  return String(line);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const impatience = setTimeout(() => child.kill('SIGKILL'), 5000);
  await exited;
  clearTimeout(impatience);
}
