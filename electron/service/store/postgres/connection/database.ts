/** The pool behind the store: single statements, consistent views, and transactions that are repeated when the database asks for it. */

import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Log } from '../../../../platform/log.ts';
import type { Clock } from '../../../../platform/time/clock.ts';
import type { RandomBytes } from '../../../rules/identifiers.ts';
import { storeAway } from '../../store-away.ts';
import { storable } from '../schema/columns.ts';
import type { DatabaseAddress } from './address.ts';
import { explainFailure, isRepeatable, isUnreachable, withoutParameters } from './failures.ts';
import type { NamedStatement } from './statements.ts';

/** A few connections keep a server of any size busy, and many services share its limit of 100. */
const MOST_CONNECTIONS = 10;
/** Also the time until a call is refused while the database doesn't answer. */
const CONNECT_TIMEOUT_MS = 5_000;
/** A node that hangs must not keep an account locked. */
const IDLE_IN_TRANSACTION_MS = 30_000;
const LOCK_TIMEOUT_MS = 15_000;
const STATEMENT_TIMEOUT_MS = 30_000;
/** For a server that went away without a word. */
const ANSWER_TIMEOUT_MS = 35_000;

/** Tries of a transaction that the database gives up for another. */
const MOST_TRIES = 10;
const LONGEST_PAUSE_MS = 400;

const DURABLE =
  "select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'";

export type PostgresOrm = NodePgDatabase;

/** One open transaction, or one view. */
export interface OpenWork {
  readonly orm: PostgresOrm;
  /** Rows of a statement that is prepared once for each connection. Whole numbers come as exact numbers. */
  rows<Row>(statement: NamedStatement, values: Readonly<Record<string, unknown>>): Promise<readonly Row[]>;
}

export interface PostgresDatabase {
  /** For statements that are prepared once, and run by `ask`. */
  readonly orm: PostgresOrm;
  /** Runs single statements of `orm`. @throws refusal 503 while the database is away */
  ask<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Rows of one statement outside a transaction. */
  rows<Row>(statement: NamedStatement, values: Readonly<Record<string, unknown>>): Promise<readonly Row[]>;
  /** Several reads as of one moment. */
  view<Result>(work: (view: OpenWork) => Promise<Result>): Promise<Result>;
  /**
   * Runs `work` in one transaction. Each statement sees what was committed before it, so `work` locks what it decides by first. Repeated
   * as a whole after a deadlock.
   */
  transaction<Result>(work: (open: OpenWork) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

export interface DatabasePorts {
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly log: Log;
  /** Whether this service may use the database: see `holdDatabase`. */
  isOurs(): boolean;
}

export function openPostgresDatabase(address: DatabaseAddress, ports: DatabasePorts): PostgresDatabase {
  const { log } = ports;
  const pool = new pg.Pool({
    ...address.connection,
    application_name: 'cleartake',
    max: MOST_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
    keepAlive: true,
    // Whoever was told that something is paid finds it paid, also after a crash of the server. The pool waits for it.
    onConnect: (client) => client.query(DURABLE),
  });
  // A connection that breaks is replaced when the next one is needed. Whoever uses it is told by its statement.
  pool.on('error', (failure) => log.warn('A connection to the database broke', { error: failure.message }));
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
  });
  const orm = drizzle(pool, { casing: 'snake_case' });
  const works = new WeakMap<pg.PoolClient, OpenWork>();

  function workOn(client: pg.PoolClient): OpenWork {
    const known = works.get(client) ?? {
      orm: drizzle(client, { casing: 'snake_case' }),
      rows: (statement, values) => readRows(client, statement, values),
    };
    works.set(client, known);
    return known;
  }

  async function guarded<Result>(work: () => Promise<Result>): Promise<Result> {
    if (!ports.isOurs()) throw storeAway(new Error('The lock on the database was lost'));
    try {
      return await work();
    } catch (thrown) {
      throw explainFailure(withoutParameters(thrown));
    }
  }

  async function once<Result>(begin: string, work: (open: OpenWork) => Promise<Result>): Promise<Result> {
    const client = await pool.connect();
    let broken = false;
    try {
      await client.query(begin);
      const result = await work(workOn(client));
      await client.query('commit');
      return result;
    } catch (thrown) {
      broken = isUnreachable(withoutParameters(thrown));
      if (!broken) {
        await client.query('rollback').catch(() => {
          broken = true;
        });
      }
      throw thrown;
    } finally {
      client.release(broken);
    }
  }

  async function repeated<Result>(work: () => Promise<Result>): Promise<Result> {
    for (let tries = 1; ; tries++) {
      try {
        return await work();
      } catch (thrown) {
        if (tries >= MOST_TRIES || !isRepeatable(withoutParameters(thrown))) throw thrown;
        await ports.clock.sleep(jitter(tries, ports.randomBytes));
      }
    }
  }

  return {
    orm,
    ask: guarded,
    rows: (statement, values) => guarded(() => readRows(pool, statement, values)),
    view: (work) => guarded(() => once('begin isolation level repeatable read read only', work)),
    transaction: (work) => guarded(() => repeated(() => once('begin isolation level read committed', work))),
    close: () => pool.end(),
  };
}

async function readRows<Row>(
  client: pg.Pool | pg.PoolClient,
  { name, text, parameters }: NamedStatement,
  values: Readonly<Record<string, unknown>>,
): Promise<readonly Row[]> {
  const { rows } = await client.query({
    name,
    text,
    values: parameters.map((parameter) => {
      const value = values[parameter];
      return typeof value === 'string' ? storable(value) : value;
    }),
    types: EXACT_TYPES,
  });
  return rows;
}

const { INT8, NUMERIC } = pg.types.builtins;

/** The driver gives 64-bit numbers as text, and so the sums of them. */
const EXACT_TYPES: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 || oid === NUMERIC ? exactNumber : pg.types.getTypeParser(oid, format as 'text'),
};

/** @throws RangeError when the number can't be counted exactly */
function exactNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError('The database holds a number that can’t be counted exactly');
  return value;
}

/** Half of a wait that doubles with each try, and up to as much again, so that those that met don't meet again. */
function jitter(tries: number, randomBytes: RandomBytes): number {
  const wait = Math.min(LONGEST_PAUSE_MS, 5 * 2 ** tries);
  const random = Buffer.from(randomBytes(2)).readUInt16BE() / 2 ** 16;
  return wait / 2 + (random * wait) / 2;
}
