/** Prices of connections, each with the time from which it applies: work that was charged before keeps the price that it had. */

import { asc, eq } from 'drizzle-orm';
import { MODEL_IDS, type ModelId } from '../../../../shared/domain/models.ts';
import type { MicroUsd } from '../../../../shared/domain/money.ts';
import { type ConnectionRow, connections, type Orm, pricePeriods } from '../schema.ts';

/** A price of a second, in micro-USD; null while it was not known. */
export interface PricePeriod {
  readonly connectionId: string;
  readonly connection: string;
  readonly model: ModelId;
  /** Milliseconds since the epoch. */
  readonly fromAt: number;
  readonly price: MicroUsd | null;
}

/** Adds what has changed to the record. Runs inside the caller's transaction. @param before null for a new connection */
export function notePrices(
  orm: Orm,
  connectionId: string,
  before: ConnectionRow['prices'] | null,
  prices: ConnectionRow['prices'],
  fromAt: number,
): void {
  for (const model of MODEL_IDS) {
    const price = prices[model] ?? null;
    if (before !== null && (before[model] ?? null) === price) continue;
    // Two changes in one millisecond: the later one counts.
    orm
      .insert(pricePeriods)
      .values({ connectionId, model, fromAt, price })
      .onConflictDoUpdate({
        target: [pricePeriods.connectionId, pricePeriods.model, pricePeriods.fromAt],
        set: { price },
      })
      .run();
  }
}

/** Every price that ever applied, oldest first, of removed connections too. */
export function readPrices(orm: Orm): PricePeriod[] {
  return orm
    .select({
      connectionId: pricePeriods.connectionId,
      connection: connections.name,
      model: pricePeriods.model,
      fromAt: pricePeriods.fromAt,
      price: pricePeriods.price,
    })
    .from(pricePeriods)
    .innerJoin(connections, eq(connections.id, pricePeriods.connectionId))
    .orderBy(asc(pricePeriods.fromAt), asc(connections.name), asc(pricePeriods.model))
    .all();
}
