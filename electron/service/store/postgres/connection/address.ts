/** The address of a database: what it may say, and what the driver is given of it. A password in it never appears in a message. */

import { readFile } from 'node:fs/promises';
import type { ConnectionOptions } from 'node:tls';
import type { ClientConfig } from 'pg';
import { isLoopbackHost } from '../../../../../shared/domain/connections/addresses.ts';

const DEFAULT_PORT = 5432;

const FORM = 'postgres://USER@HOST:PORT/DATABASE';

/** A database as the service was told to use it. */
export interface DatabaseAddress {
  /** For messages: without user and password. */
  readonly name: string;
  readonly connection: ClientConfig;
}

/**
 * Reads `postgres://…`. Settings that it leaves out (user, password) come from the environment and the password file, by the rules of
 * libpq: PGUSER, PGPASSWORD, PGPASSFILE.
 *
 * The connection is encrypted and the server's certificate and name are checked, unless the server is on this computer or `sslmode=disable`
 * asks for plain text.
 * @throws RangeError with a sentence when it isn't such an address, or the certificates can't be read
 */
export async function readAddress(text: string): Promise<DatabaseAddress> {
  if (!URL.canParse(text)) throw new RangeError(`The address of the database isn’t valid. It looks like ${FORM}.`);
  const url = new URL(text);
  if (url.protocol !== 'postgres:' && url.protocol !== 'postgresql:') {
    throw new RangeError(`The address of a PostgreSQL database looks like ${FORM}.`);
  }
  const { sslmode = null, sslrootcert = null, host: socket = null, ...others } = Object.fromEntries(url.searchParams);
  const unknown = Object.keys(others)[0];
  if (unknown !== undefined) {
    throw new RangeError(`The address of the database can’t have ${unknown}: only sslmode, sslrootcert and host.`);
  }
  const database = decodeURIComponent(url.pathname.slice(1));
  if (database === '') throw new RangeError(`The address of the database names no database. It looks like ${FORM}.`);
  const host = hostOf(url, socket);
  const port = url.port === '' ? DEFAULT_PORT : Number(url.port);
  return {
    name: host.startsWith('/') ? `${host}/${database}` : `${url.hostname}:${port}/${database}`,
    connection: {
      host,
      port,
      database,
      ssl: await encryption(host, sslmode, sslrootcert),
      ...(url.username === '' ? {} : { user: decodeURIComponent(url.username) }),
      ...(url.password === '' ? {} : { password: decodeURIComponent(url.password) }),
    },
  };
}

/** Whether an address carries a password. Everybody on a computer can read the arguments of its programs. */
export function carriesPassword(text: string): boolean {
  return URL.canParse(text) ? new URL(text).password !== '' : /:[^/@]*@/.test(text.replace(/^\w+:\/\//, ''));
}

/** @param socket the folder of a Unix socket */
function hostOf({ hostname }: URL, socket: string | null): string {
  const host = socket ?? hostname.replace(/^\[(.*)\]$/, '$1');
  if (host === '') throw new RangeError(`The address of the database names no host. It looks like ${FORM}.`);
  return host;
}

async function encryption(host: string, mode: string | null, file: string | null): Promise<false | ConnectionOptions> {
  const isHere = host.startsWith('/') || isLoopbackHost(host);
  switch (mode ?? (isHere && file === null ? 'disable' : 'verify-full')) {
    case 'disable':
      if (file === null) return false;
      throw new RangeError('The address of the database has sslrootcert, but sslmode=disable turns encryption off.');
    case 'verify-full':
      return { rejectUnauthorized: true, ...(file === null ? {} : { ca: await readCertificates(file) }) };
    default:
      // Others encrypt without knowing who is at the other end.
      throw new RangeError(
        'The address of the database can have sslmode=verify-full (with sslrootcert=FILE for an authority of your own) or sslmode=disable.',
      );
  }
}

async function readCertificates(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (failure) {
    const code = failure instanceof Error && 'code' in failure ? String(failure.code) : 'unknown';
    throw new RangeError(`The certificates ${file} can’t be read (${code}).`);
  }
}
