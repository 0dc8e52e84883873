/** Quotes: what recordings would cost, by the lengths that were counted in their files and the prices of their connections. */

import type { QuoteView } from '../../../../shared/contract/queue/queue.ts';
import type { BatchPreset } from '../../../../shared/domain/batch/batch-preset.ts';
import { mayReuse } from '../../../../shared/domain/costs/paid-repeats.ts';
import { otherFormatOf } from '../../../../shared/domain/export/source-format.ts';
import { isOwnModel, MODEL_IDS, type ModelId, priceOf } from '../../../../shared/domain/models.ts';
import { type MicroUsd, nextBillingThreshold, type Quote, quoteGeneration } from '../../../../shared/domain/money.ts';
import type { ConnectionRow } from '../../store/schema.ts';
import type { Estimates, Work } from '../estimates/estimates.ts';
import type { QueueContext } from '../parts/queue-context.ts';
import { type CapsContext, roomOfConnection } from './caps.ts';

/** A recording that may be started. */
export interface QuotedRecording {
  readonly connectionId: string;
  readonly preset: BatchPreset;
  /** What would be billed; null until it was counted. Where nothing is paid, the header's length. */
  readonly seconds: number | null;
  /** Absent for a path. */
  readonly jobId?: string;
  /** Of the file, or its path. */
  readonly name?: string;
  /** Models with an earlier result. */
  readonly earlier: { has(model: ModelId): boolean } | undefined;
}

export interface QuotePorts extends CapsContext, Pick<QueueContext, 'connections' | 'store'> {
  readonly estimates: Pick<Estimates, 'ofWork'>;
}

/** A sum that is null as soon as one amount is not known. */
function createSum(): { add(amount: MicroUsd | null): void; readonly amount: MicroUsd | null } {
  let amount: MicroUsd | null = 0;
  return {
    add: (more) => {
      amount = amount === null || more === null ? null : amount + more;
    },
    get amount() {
      return amount;
    },
  };
}

/** What one connection has in a quote. */
interface Share {
  readonly connection: ConnectionRow;
  recordings: number;
  readonly sum: ReturnType<typeof createSum>;
}

/** What starting these recordings would cost. */
export function quoteRecordings(context: QuotePorts, recordings: readonly QuotedRecording[]): QuoteView {
  const connections = new Map(context.connections.list().map((one) => [one.id, one]));
  const shares = new Map<string, Share>();
  const alternatives = new Map<ModelId, ReturnType<typeof createSum>>(MODEL_IDS.map((model) => [model, createSum()]));
  const [whole, minimum, saved] = [createSum(), createSum(), createSum()];
  const figures = { generations: 0, durationSeconds: 0, billableSeconds: 0, secondsAddedByMinimum: 0, reusable: 0 };
  const work: Work[] = [];
  const reused: QuoteView['reused'] = [];
  let unmeasured = 0;
  let unmeasuredMayCost = false;
  for (const { connectionId, earlier, jobId, preset, seconds } of recordings) {
    const found: ModelId[] = [];
    const connection = connections.get(connectionId);
    const share = shareOf(shares, connection);
    if (seconds === null) unmeasured += 1;
    figures.durationSeconds += seconds ?? 0;
    for (const model of [...MODEL_IDS, ...preset.models.filter(isOwnModel)]) {
      const isChosen = preset.models.includes(model);
      const price = priceOf(connection?.prices, model);
      const quote = seconds === null ? unmeasuredQuote(price) : quoteGeneration(seconds, price);
      const isReused = mayReuse(preset, price) && earlier?.has(model) === true;
      if (!isReused) alternatives.get(model)?.add(quote.amount);
      if (isChosen) figures.generations += 1;
      if (isChosen && isReused) {
        figures.reusable += 1;
        found.push(model);
        saved.add(quote.amount);
      }
      if (!isChosen || isReused) continue;
      if (seconds === null && price !== 0) unmeasuredMayCost = true;
      work.push({ connectionId, model, seconds: seconds ?? 0 });
      figures.billableSeconds += quote.billableSeconds;
      figures.secondsAddedByMinimum += quote.secondsAddedByMinimum;
      whole.add(quote.amount);
      share?.sum.add(quote.amount);
      minimum.add(price === null ? null : quote.secondsAddedByMinimum * price);
    }
    if (jobId !== undefined && found.length > 0) reused.push({ jobId, models: found });
  }
  return {
    ...figures,
    recordings: recordings.length,
    amount: whole.amount,
    amountAddedByMinimum: minimum.amount,
    reused,
    savedByHistory: saved.amount,
    unmeasured,
    unmeasuredMayCost,
    alternatives: Object.fromEntries(MODEL_IDS.map((id) => [id, alternatives.get(id)?.amount ?? null])) as Record<
      ModelId,
      MicroUsd | null
    >,
    connections: [...shares.values()].map((share) => shareView(context, share)),
    outputProblem: null,
    secondsTaken: unmeasured > 0 ? null : context.estimates.ofWork(work),
    ...otherFormatsOf(recordings),
  };
}

function otherFormatsOf(recordings: readonly QuotedRecording[]): Pick<QuoteView, 'otherFormats'> {
  const others = recordings.flatMap(({ name = '', preset }) => {
    const other = (preset.format ?? 'source') === 'source' ? otherFormatOf(name) : null;
    return other === null ? [] : [other];
  });
  const alike = Map.groupBy(others, ({ from }) => from);
  const otherFormats = [...alike].map(([from, [one, ...more]]) => ({
    ...{ from, to: '' },
    ...one,
    recordings: 1 + more.length,
  }));
  return otherFormats.length === 0 ? {} : { otherFormats };
}

function shareOf(shares: Map<string, Share>, connection: ConnectionRow | undefined): Share | undefined {
  if (connection === undefined) return undefined;
  const share = shares.get(connection.id) ?? { connection, recordings: 0, sum: createSum() };
  share.recordings += 1;
  shares.set(connection.id, share);
  return share;
}

function shareView(context: QuotePorts, { connection, recordings, sum }: Share): QuoteView['connections'][number] {
  const { id: connectionId, kind, name } = connection;
  const rooms = roomOfConnection(context, connectionId);
  const smallest = rooms.toSorted((one, other) => one.left - other.left)[0];
  return {
    connectionId,
    name,
    isBuiltIn: kind === 'built-in',
    recordings,
    amount: sum.amount,
    cap: smallest === undefined ? null : { kind: smallest.kind, cap: smallest.cap, left: smallest.left },
    threshold: sum.amount === null ? null : thresholdPassed(context, connectionId, sum.amount),
  };
}

/** The billing threshold that the connection's whole usage would reach, as far as it was charged from here. */
function thresholdPassed({ store }: QuotePorts, connectionId: string, amount: MicroUsd): MicroUsd | null {
  if (amount === 0) return null;
  const { held, month: charged } = store.ledger.ofConnection(connectionId, 0, 0);
  const next = nextBillingThreshold(charged + held);
  return next !== null && charged + held + amount >= next ? next : null;
}

/** Counts nothing yet. Without a price the amount stays unknown, whatever the length. */
function unmeasuredQuote(price: MicroUsd | null): Quote {
  return { billableSeconds: 0, secondsAddedByMinimum: 0, amount: price === null ? null : 0 };
}
