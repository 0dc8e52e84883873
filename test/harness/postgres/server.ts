/** A real PostgreSQL server for tests: in a temporary folder, on a free port, without root's help. */

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { findPostgres, OWNER, type Programs, startProgram } from './programs.ts';

export const PASSWORD = 'a password, only for tests: é/@#';

const SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  shared_buffers: '64MB',
  autovacuum: 'off',
};

const START_MS = 30_000;

export interface PostgresServer {
  readonly port: number;
  /** With the password. */
  address(database: string): string;
  /** A new database. @param template whose contents it has; empty when left out */
  createDatabase(name: string, template?: string): Promise<void>;
  /** Runs statements as the owner of everything. */
  query(database: string, text: string): Promise<readonly Record<string, unknown>[]>;
  /** Ends all its processes at once. What was committed is there when it starts again. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Ends it and removes its folder. */
  remove(): Promise<void>;
}

/** @param tls certificate and key in PEM; with them it speaks TLS */
export async function startPostgres(tls?: { certificate: string; privateKey: string }): Promise<PostgresServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'cleartake-postgres-'));
  await give(folder, 0o755);
  const programs = findPostgres(folder);
  const data = path.join(folder, 'data');
  const port = await freePort();
  let running: ChildProcess | null = null;

  async function start(): Promise<void> {
    const settings = { ...SETTINGS, ...(tls === undefined ? {} : { ssl: 'on', ...(await writeTls(folder, tls)) }) };
    const words = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    running = startProgram(programs, 'postgres', [
      '-D',
      data,
      '-k',
      folder,
      '-h',
      '127.0.0.1',
      '-p',
      String(port),
      ...words,
    ]);
    // Nobody has to read it all.
    let said = '';
    running.stderr?.on('data', (text) => {
      said = `${said}${text}`.slice(-2000);
    });
    running.stdout?.resume();
    await whenReady(folder, port, () => (running?.exitCode == null ? null : said));
  }

  /** @param signal SIGQUIT: at once; SIGINT: after what runs was rolled back */
  async function end(signal: 'SIGQUIT' | 'SIGINT'): Promise<void> {
    const child = running;
    running = null;
    if (child === null || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  const onExit = () => running?.kill('SIGQUIT');
  process.once('exit', onExit);
  const query = async (database: string, text: string) => {
    const client = new pg.Client({ host: folder, port, user: 'postgres', database });
    await client.connect();
    const { rows } = await client.query(text).finally(() => client.end());
    return rows;
  };
  try {
    await initialize(programs, folder, data);
    await start();
  } catch (failure) {
    await end('SIGQUIT');
    await rm(folder, { recursive: true, force: true });
    throw failure;
  }
  return {
    port,
    address: (database) => `postgres://postgres:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/${database}`,
    query,
    createDatabase: async (name, template = 'template0') => {
      await query('postgres', `create database ${name} template ${template}`);
    },
    kill: () => end('SIGQUIT'),
    start,
    remove: async () => {
      process.off('exit', onExit);
      await end('SIGQUIT');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Over its socket everybody is trusted; over the network it asks for the password. */
async function initialize(programs: Programs, folder: string, data: string): Promise<void> {
  const password = path.join(folder, 'password');
  await writeFile(password, PASSWORD);
  await give(password, 0o600);
  const words = ['-D', data, '-U', 'postgres', '-E', 'UTF8', '--no-locale', '--no-sync', `--pwfile=${password}`];
  const child = startProgram(programs, 'initdb', [...words, '--auth-local=trust', '--auth-host=scram-sha-256']);
  let said = '';
  child.stderr?.on('data', (text) => {
    said += text;
  });
  child.stdout?.resume();
  const [status] = await once(child, 'close');
  if (status !== 0) throw new Error(`initdb ended with ${status}: ${said}`);
}

async function writeTls(folder: string, tls: { certificate: string; privateKey: string }) {
  const [certificate, key] = [path.join(folder, 'server.pem'), path.join(folder, 'server.key')];
  await writeFile(certificate, tls.certificate);
  await writeFile(key, tls.privateKey);
  await give(certificate, 0o600);
  await give(key, 0o600);
  return { ssl_cert_file: certificate, ssl_key_file: key };
}

async function give(file: string, mode: number): Promise<void> {
  await chmod(file, mode);
  if (OWNER.uid !== undefined && OWNER.gid !== undefined) await chown(file, OWNER.uid, OWNER.gid);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** @param dead what a server said that ended; null while it runs */
async function whenReady(folder: string, port: number, dead: () => string | null): Promise<void> {
  const until = Date.now() + START_MS;
  for (;;) {
    const said = dead();
    if (said !== null) throw new Error(`PostgreSQL ended: ${said}`);
    const client = new pg.Client({ host: folder, port, user: 'postgres', database: 'postgres' });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (failure) {
      if (Date.now() > until) throw failure;
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  }
}
