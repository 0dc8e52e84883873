/** A second connection for tests: the local service as a process of its own on loopback, with prices on the desk's side. */

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { startCli } from './run-cli.ts';

export interface LocalVendor {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly adminKey: string;
  stop(): Promise<void>;
}

type Keys = Pick<LocalVendor, 'baseUrl' | 'apiKey' | 'adminKey'>;

/**
 * @param dataDirectory of the service; created when missing
 * @param words more options of its command
 */
export async function startVendor(
  dataDirectory: string,
  words: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
): Promise<LocalVendor> {
  const { child } = startCli(['service', '--data-dir', dataDirectory, ...words], { environment });
  const { baseUrl, apiKey, adminKey } = await firstLine(child);
  return {
    baseUrl,
    apiKey,
    adminKey,
    stop: async () => {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

async function firstLine(child: ChildProcess): Promise<Keys> {
  if (child.stdout === null) throw new Error('The service has no output');
  for await (const line of createInterface(child.stdout)) return JSON.parse(line) as Keys;
  throw new Error('The service ended before it listened');
}
