/** The lock of the running service: as long as it is held, no other service works with the database. */

import pg from 'pg';
import type { Log } from '../../../../platform/log.ts';
import type { Clock } from '../../../../platform/time/clock.ts';
import type { DatabaseAddress } from './address.ts';
import { isUnreachable } from './failures.ts';

/** Numbers of our own among the advisory locks of a database. */
export const MIGRATION_LOCK = 7_236_101;
const RUNNING_LOCK = 7_236_102;

const CONNECT_TIMEOUT_MS = 5_000;
const ANSWER_TIMEOUT_MS = 5_000;
/** Between two looks at the connection that holds the lock. */
const LOOK_EVERY_MS = 10_000;
/** Between two tries to get the lock back. */
const RETRY_MS = 500;

const HOLDER = `
  select host(client_addr) as address, to_char(backend_start at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as since
  from pg_locks join pg_stat_activity using (pid)
  where locktype = 'advisory' and granted and objid = $1 and database = (select oid from pg_database where datname = current_database())`;

export interface DatabaseHold {
  isHeld(): boolean;
  release(): Promise<void>;
}

/**
 * Opens a connection that belongs to no pool.
 * @param timeoutMs of each statement; none when left out
 * @throws RangeError with a sentence when it can't
 */
export async function connect({ connection, name }: DatabaseAddress, timeoutMs?: number): Promise<pg.Client> {
  const client = new pg.Client({
    ...connection,
    application_name: 'cleartake',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...(timeoutMs === undefined ? {} : { query_timeout: timeoutMs }),
    keepAlive: true,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (failure) {
    await client.end().catch(() => undefined);
    throw explained(failure, name);
  }
}

/**
 * Takes the lock, and takes it again whenever its connection broke. Meanwhile `isHeld` is false: another service may have begun.
 * @throws RangeError when another service holds it
 */
export async function holdDatabase(address: DatabaseAddress, clock: Clock, log: Log): Promise<DatabaseHold> {
  const stopping = new AbortController();
  let holder: pg.Client | null = await take(address);

  async function keep(): Promise<void> {
    while (!stopping.signal.aborted) {
      if (holder === null) holder = await takeAgain();
      else if (!(await isAlive(holder))) {
        const lost = holder;
        holder = null;
        // It never ends by itself when the network went away silently.
        void lost.end().catch(() => undefined);
        if (!stopping.signal.aborted) log.error('The connection to the database broke');
      }
    }
  }

  /** @returns whether the connection lives, after a while or as soon as it doesn't */
  async function isAlive(client: pg.Client): Promise<boolean> {
    const ended = new AbortController();
    const onEnd = () => ended.abort();
    client.once('end', onEnd);
    await clock.sleep(LOOK_EVERY_MS, AbortSignal.any([ended.signal, stopping.signal])).catch(() => undefined);
    client.off('end', onEnd);
    if (stopping.signal.aborted) return true;
    return !ended.signal.aborted && (await answers(client));
  }

  async function takeAgain(): Promise<pg.Client | null> {
    let said = '';
    while (!stopping.signal.aborted) {
      try {
        const client = await take(address);
        log.warn('The database is back');
        return client;
      } catch (failure) {
        const message = failure instanceof Error ? failure.message : 'unknown';
        if (message !== said) log.error('The service waits for its database', { error: message });
        said = message;
        await clock.sleep(RETRY_MS, stopping.signal).catch(() => undefined);
      }
    }
    return null;
  }

  const kept = keep();
  return {
    isHeld: () => holder !== null,
    release: async () => {
      stopping.abort();
      await kept;
      await holder?.end().catch(() => undefined);
    },
  };
}

async function answers(client: pg.Client): Promise<boolean> {
  try {
    await client.query('select 1');
    return true;
  } catch {
    return false;
  }
}

async function take(address: DatabaseAddress): Promise<pg.Client> {
  const client = await connect(address, ANSWER_TIMEOUT_MS);
  try {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as taken', [RUNNING_LOCK]);
    if (rows[0].taken === true) return client;
    throw new RangeError(await inUse(client, address.name));
  } catch (failure) {
    await client.end().catch(() => undefined);
    throw failure;
  }
}

async function inUse(client: pg.Client, name: string): Promise<string> {
  const { rows } = await client.query<{ address: string | null; since: string }>(HOLDER, [RUNNING_LOCK]);
  const [other] = rows;
  const who = other === undefined ? '' : ` (since ${other.since} UTC, from ${other.address ?? 'this computer'})`;
  return `Another Cleartake service uses the database ${name}${who}. Stop that service first, or give this one a database of its own.`;
}

function explained(failure: unknown, name: string): Error {
  const code = failure instanceof Error && 'code' in failure ? String(failure.code) : '';
  const message = failure instanceof Error ? failure.message : 'unknown';
  if (isUnreachable(failure)) return new RangeError(`The database ${name} can’t be reached (${code || message}).`);
  if (code === '3D000') return new RangeError(`The database ${name} doesn’t exist. Create it first.`);
  if (code === '28P01' || code === '28000' || /password/i.test(message)) {
    return new RangeError(
      `The database ${name} refused the user or the password. Put the address into CLEARTAKE_DATABASE_URL or a file for --database-file, or set PGPASSWORD or PGPASSFILE.`,
    );
  }
  return new RangeError(`The database ${name} can’t be opened (${code === '' ? message : `${code}: ${message}`}).`);
}
