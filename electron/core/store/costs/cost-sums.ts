/** Reads the sums of the ledger that triggers keep: for Costs, whose pages and charts don't have to add up the ledger itself. */

import type { CostBy, CostFilter, CostSums } from '../../../../shared/domain/costs/cost-sums.ts';
import type { ModelId } from '../../../../shared/domain/models.ts';
import type { MicroUsd } from '../../../../shared/domain/money.ts';
import type { Orm } from '../schema.ts';

/** Sums of one model under one key: a connection's or batch's id, or a folder. */
export interface KeyedSums extends CostSums {
  readonly key: string;
  readonly model: ModelId;
  /** Batches in it, and when the last of it was charged or reused, to a quarter of an hour. */
  readonly batches: number;
  readonly lastAt: number;
}

const QUARTER_MS = 15 * 60_000;

const COLUMNS = [
  'generations',
  'seconds',
  'charged',
  'refunded',
  'unpriced',
  'short',
  'added_by_minimum',
  'reused',
  'saved',
];
const SUMS = COLUMNS.map(
  (column) => `coalesce(sum(${column}), 0) as ${column === 'added_by_minimum' ? 'addedByMinimum' : column}`,
).join(', ');
const GROUP_SUMS = COLUMNS.map((column) => `sum(${column}) as ${column}`).join(', ');

const KEYS: Readonly<Record<CostBy, string>> = {
  model: "''",
  batch: 'batch_id',
  connection: 'connection_id',
  show: 'folder',
};

/** Conditions on groups; a parameter that is null sets none. */
const IN_GROUP = `(@connectionId is null or connection_id = @connectionId) and (@model is null or model = @model)
  and (@batchId is null or batch_id = @batchId) and (@folder is null or folder = @folder)`;

/** Ids of the groups that a filter leaves, for statements on other tables. */
export const GROUPS_LEFT = `select id from cost_group where ${IN_GROUP}`;

export function groupParameters({ batchId = null, connectionId = null, folder = null, model = null }: CostFilter) {
  return { batchId, connectionId, folder, model };
}

/** What a statement about a filter has in common with others. */
interface Narrowed {
  /** A time that leaves everything in is left out: SQLite would look up each row in an index. */
  readonly where: string;
  readonly parameters: Record<string, string | number | null>;
}

function narrowed({ from = null, to = null, ...filter }: CostFilter): Narrowed {
  const groups = groupParameters(filter);
  const isNarrow = Object.values(groups).some((value) => value !== null);
  const conditions = [
    ...(from === null ? [] : ['quarter >= @from']),
    ...(to === null ? [] : ['quarter < @to']),
    ...(isNarrow ? [`group_id in (${GROUPS_LEFT})`] : []),
  ];
  return {
    where: conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`,
    parameters: {
      ...(isNarrow ? groups : {}),
      ...(from === null ? {} : { from: Math.floor(from / QUARTER_MS) }),
      ...(to === null ? {} : { to: Math.floor(to / QUARTER_MS) }),
    },
  };
}

export function costSumTable(orm: Orm) {
  const raw = orm.$client;

  return {
    total(filter: CostFilter): CostSums {
      const { parameters, where } = narrowed(filter);
      return raw.prepare(`select ${SUMS} from cost_sum ${where}`).get(parameters) as CostSums;
    },
    /**
     * Sums for each period and model, periods in order.
     * @param starts beginnings of the periods and the end of the last one, in milliseconds since the epoch
     */
    byPeriod(starts: readonly number[], filter: CostFilter): (KeyedSums & { readonly start: number })[] {
      // In this order: a period has few of all sums, a filter may leave many groups.
      const statement = raw.prepare(
        `select model, '' as key, 0 as batches, 0 as lastAt, ${SUMS}
          from cost_sum cross join cost_group on cost_group.id = group_id
          where quarter >= @from and quarter < @to and ${IN_GROUP} group by model order by model`,
      );
      return starts.slice(0, -1).flatMap((start, index) => {
        const { parameters } = narrowed({ from: start, to: starts[index + 1] ?? Number.MAX_SAFE_INTEGER });
        const sums = statement.all({ ...groupParameters(filter), ...parameters }) as KeyedSums[];
        return sums.map((each) => ({ ...each, start }));
      });
    },
    /** Sums for each key and model, most expensive key first. */
    by(dimension: CostBy, filter: CostFilter): KeyedSums[] {
      const key = KEYS[dimension];
      const { parameters, where } = narrowed(filter);
      // By group first: a group has many quarters of an hour, and one connection, batch, folder and model.
      return raw
        .prepare(
          `select ${key} as key, model, count(distinct batch_id) as batches, max(last) * ${QUARTER_MS} as lastAt, ${SUMS}
            from (select group_id, max(quarter) as last, ${GROUP_SUMS} from cost_sum ${where} group by group_id)
            join cost_group on cost_group.id = group_id
            group by key, model order by sum(sum(charged)) over (partition by ${key}) desc, key, model`,
        )
        .all(parameters) as KeyedSums[];
    },
    /** Micro-USD held now. */
    held(filter: CostFilter): MicroUsd {
      const sum = raw.prepare(`select coalesce(sum(held), 0) from cost_group where ${IN_GROUP}`).pluck();
      return Number(sum.get(groupParameters(filter)));
    },
    /** Connections that have costs. */
    connections(): string[] {
      return raw.prepare('select distinct connection_id from cost_group').pluck().all() as string[];
    },
  };
}
