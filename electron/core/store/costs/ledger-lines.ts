/** The ledger as people read it: newest first, each line with its recording, and the quote below the hold that reserved it. */

import type {
  LedgerFilter,
  LedgerLine,
  LedgerPage,
  LedgerPlace,
} from '../../../../shared/domain/costs/ledger-lines.ts';
import type { LedgerCharge } from '../../../../shared/domain/costs/reconcile.ts';
import type { MicroUsd } from '../../../../shared/domain/money.ts';
import type { Orm } from '../schema.ts';
import { GROUPS_LEFT, groupParameters } from './cost-sums.ts';

type Row = LedgerLine & { readonly agreed: MicroUsd | null; readonly admittedAt: number | null };

const STORED_KINDS = ['hold', 'charge', 'release', 'refund'] as const;
type StoredKind = (typeof STORED_KINDS)[number];

/** So many entries are looked up by what they are about and sorted; more are found soon enough on the way back in time. */
const MOST_SORTED = 50_000;

export function ledgerLineTable(orm: Orm) {
  const raw = orm.$client;

  function isFew(groups: ReturnType<typeof groupParameters>): boolean {
    const entries = `select 1 from ledger_entry indexed by ledger_group where group_id in (${GROUPS_LEFT}) limit ${MOST_SORTED + 1}`;
    return Number(raw.prepare(`select count(*) from (${entries})`).pluck().get(groups)) <= MOST_SORTED;
  }

  return {
    /** Charges over a connection in a time, for invoices. */
    charges(connectionId: string, from: number, to: number): LedgerCharge[] {
      const rows = raw
        .prepare(
          `select e.id, e.at, g.remote_id as generationId, g.model, e.seconds, e.amount, r.name as recording,
              exists (select 1 from ledger_entry where attempt_id = e.attempt_id and kind = 'refund') as refunded
            from ledger_entry e join generation g on g.id = e.generation_id join job j on j.id = g.job_id
            join recording r on r.id = j.recording_id
            where e.kind = 'charge' and e.at >= ? and e.at < ? and e.group_id in (select id from cost_group where connection_id = ?)
            order by e.id`,
        )
        .all(from, to, connectionId) as (Omit<LedgerCharge, 'refunded'> & { readonly refunded: 0 | 1 })[];
      return rows.map((row) => ({ ...row, refunded: Boolean(row.refunded) }));
    },
    /**
     * @param before null for the newest
     * @param limit entries at most; a hold may become two lines
     */
    page(filter: LedgerFilter, before: LedgerPlace | null, limit: number): LedgerPage {
      const { from, to, kinds = ['quote', 'hold', 'charge', 'release', 'refund'] } = filter;
      // A quote is read from its hold.
      const stored = STORED_KINDS.filter(
        (kind) => kinds.includes(kind) || (kind === 'hold' && kinds.includes('quote')),
      );
      const groups = groupParameters(filter);
      const isNarrow = Object.values(groups).some((value) => value !== null);
      const through =
        isNarrow && isFew(groups) ? 'ledger_group' : isOnly(stored, 'refund') ? 'ledger_refund' : 'ledger_at';
      const rows = raw
        .prepare(
          `select e.id, e.at, e.kind, g.job_id as jobId, r.name as recording, c.folder, c.connection_id as connectionId,
              n.name as connection, c.batch_id as batchId, c.model, e.seconds, e.amount, e.added_by_minimum as addedByMinimum,
              g.remote_id as generationId, g.agreed, j.admitted_at as admittedAt
            from (
              select id from ledger_entry indexed by ${through} where (at, id) < (@at, @id) and at >= @from and at < @to
                ${isNarrow ? `and group_id in (${GROUPS_LEFT})` : ''} ${ofKinds(stored)} order by at desc, id desc limit @limit
            ) as found join ledger_entry e on e.id = found.id
            join generation g on g.id = e.generation_id join job j on j.id = g.job_id
            join recording r on r.id = j.recording_id join cost_group c on c.id = e.group_id
            join connection n on n.id = c.connection_id
            order by e.at desc, e.id desc`,
        )
        .all({
          ...(isNarrow ? groups : {}),
          at: before?.at ?? Number.MAX_SAFE_INTEGER,
          id: before?.id ?? Number.MAX_SAFE_INTEGER,
          from: from ?? Number.MIN_SAFE_INTEGER,
          to: to ?? Number.MAX_SAFE_INTEGER,
          limit,
        }) as Row[];
      const last = rows.length < limit ? undefined : rows.at(-1);
      return {
        lines: rows.flatMap(linesOf).filter(({ kind }) => kinds.includes(kind)),
        next: last === undefined ? null : { at: last.at, id: last.id },
      };
    },
  };
}

function isOnly(kinds: readonly StoredKind[], kind: StoredKind): boolean {
  return kinds.length === 1 && kinds[0] === kind;
}

/** Spelled out, as the index of refunds needs it. */
function ofKinds(kinds: readonly StoredKind[]): string {
  if (kinds.length === STORED_KINDS.length) return '';
  const [kind] = kinds;
  return kinds.length === 1 ? `and kind = '${kind}'` : `and kind in (${kinds.map((one) => `'${one}'`).join()})`;
}

/** The quote stands below the hold, as it came before. */
function linesOf({ admittedAt, agreed, ...line }: Row): LedgerLine[] {
  if (line.kind !== 'hold') return [line];
  return [
    line,
    { ...line, kind: 'quote', at: Math.min(admittedAt ?? line.at, line.at), amount: agreed ?? line.amount },
  ];
}
