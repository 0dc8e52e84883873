/**
 * The deliveries that were taken, in a SQLite file of their own: each is counted once, also after a restart. Polling tells the truth, so a
 * damaged file is replaced by an empty one. One table with hot statements: SQL.
 */

import { rmSync } from 'node:fs';
import { isDamage, type OpenDatabase, openDatabase } from '../../../../platform/sqlite.ts';

/** Grows with every change of the table. */
const VERSION = 1;
/** Deliveries that are remembered: a service repeats messages for fourteen days. */
const MOST_REMEMBERED = 50_000;
/** How many may be added before old ones are removed. */
const BETWEEN_PRUNES = 500;

const TABLE = `
  create table received (
    sequence integer primary key autoincrement,
    source text not null, delivery text not null, at integer not null, times integer not null default 1,
    event_type text not null, event_id text not null, generation_id text, project_id text, status text,
    -- Null once it was handed over.
    payload text,
    unique (source, delivery)
  ) strict;
  create index received_pending on received (sequence) where payload is not null;`;

/** An event that arrived and was verified. */
export interface ReceivedEvent {
  /** Which of the receiver's addresses it came to. */
  readonly source: string;
  /** The service's id of the message: the same for every attempt. */
  readonly delivery: string;
  /** When it arrived first, in milliseconds since the epoch. */
  readonly at: number;
  readonly eventType: string;
  readonly eventId: string;
  readonly generationId: string | null;
  readonly projectId: string | null;
  readonly status: string | null;
}

/** One that is still to be handed over. */
export interface PendingEvent extends ReceivedEvent {
  readonly sequence: number;
  /** The body: JSON. */
  readonly payload: string;
}

/** One of the list. */
export interface ListedEvent extends ReceivedEvent {
  /** How often it arrived. */
  readonly times: number;
}

export interface ReceivedDeliveries {
  /** @returns whether it is new; one that came before is only counted as repeated @throws SqliteError when it can't be written */
  add(event: ReceivedEvent, payload: string): boolean;
  /** The oldest that were not handed over. */
  pending(limit: number): readonly PendingEvent[];
  handedOver(sequences: readonly number[]): void;
  newest(limit: number): readonly ListedEvent[];
  /** How many are remembered. */
  count(): number;
  close(): void;
}

/** @param path of the file; it is made when it is missing, and anew when it is damaged or of another version */
export function openReceived(path: string): ReceivedDeliveries {
  const database = openFile(path);
  const { raw } = database;
  const insert = raw.prepare(`
    insert into received (source, delivery, at, event_type, event_id, generation_id, project_id, status, payload)
    values (@source, @delivery, @at, @eventType, @eventId, @generationId, @projectId, @status, @payload)
    on conflict (source, delivery) do update set times = times + 1
    returning times`);
  const COLUMNS = `source, delivery, at, event_type as eventType, event_id as eventId, generation_id as generationId,
    project_id as projectId, status`;
  const pending = raw.prepare(`select sequence, payload, ${COLUMNS} from received where payload is not null
    order by sequence limit ?`);
  const handOver = raw.prepare('update received set payload = null where sequence = ?');
  const newest = raw.prepare(`select times, ${COLUMNS} from received order by sequence desc limit ?`);
  const count = raw.prepare('select count(*) as count from received');
  const prune = raw.prepare(`delete from received where payload is null
    and sequence <= (select max(sequence) from received) - ${MOST_REMEMBERED}`);
  let untilPrune = BETWEEN_PRUNES;

  return {
    add(event, payload) {
      return database.progress(() => {
        const { times } = insert.get({ ...event, payload }) as { readonly times: number };
        untilPrune -= 1;
        if (untilPrune <= 0) {
          untilPrune = BETWEEN_PRUNES;
          prune.run();
        }
        return times === 1;
      });
    },
    pending: (limit) => pending.all(limit) as PendingEvent[],
    handedOver: (sequences) => database.progress(() => sequences.forEach((sequence) => void handOver.run(sequence))),
    newest: (limit) => newest.all(limit) as ListedEvent[],
    count: () => (count.get() as { readonly count: number }).count,
    close: () => database.close(),
  };
}

type File = OpenDatabase<Record<string, never>>;

function openFile(path: string): File {
  try {
    return open(path);
  } catch (failure) {
    if (!isDamage(failure)) throw failure;
  }
  for (const ending of ['', '-wal', '-shm']) rmSync(`${path}${ending}`, { force: true });
  return open(path);
}

function open(path: string): File {
  const opened: File = openDatabase({ path, schema: {} });
  try {
    const version = opened.raw.pragma('user_version', { simple: true });
    if (version !== VERSION) {
      const made = `drop table if exists received; ${TABLE} pragma user_version = ${VERSION};`;
      opened.transaction(() => opened.raw.exec(made));
    }
    return opened;
  } catch (failure) {
    opened.close();
    throw failure;
  }
}
