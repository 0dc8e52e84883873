/** Quotes: what recordings would cost, by the lengths that were counted in their files and the prices of their connections. */

import type { QuoteView } from '../../../../shared/contract/queue/queue.ts';
import type { BatchPreset } from '../../../../shared/domain/batch/batch-preset.ts';
import { mayReuse } from '../../../../shared/domain/costs/paid-repeats.ts';
import { otherFormatOf } from '../../../../shared/domain/export/source-format.ts';
import { isOwnModel, MODEL_IDS, type ModelId, priceOf } from '../../../../shared/domain/models.ts';
import { type MicroUsd, nextBillingThreshold, type Quote, quoteGeneration } from '../../../../shared/domain/money.ts';
import type { ConnectionRow, Twin } from '../../store/schema.ts';
import type { Estimates, Work } from '../estimates/estimates.ts';
import type { QueueContext } from '../parts/queue-context.ts';
import { type CapRoom, type CapsContext, roomOfConnection } from './caps.ts';

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
  /** Others of the same Start whose results it takes. */
  readonly twins?: readonly Twin[] | undefined;
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
  /** The cap that leaves the least room. */
  readonly room: CapRoom | undefined;
  /** Micro-USD that are still free under it. */
  left: number;
  /** Recordings of which something has no room. */
  readonly waiting: Set<QuotedRecording>;
}

/** What starting these recordings would cost. */
export function quoteRecordings(context: QuotePorts, recordings: readonly QuotedRecording[]): QuoteView {
  const connections = new Map(context.connections.list().map((one) => [one.id, one]));
  const shares = new Map<string, Share>();
  const alternatives = new Map<ModelId, ReturnType<typeof createSum>>(MODEL_IDS.map((model) => [model, createSum()]));
  const [whole, minimum, saved] = [createSum(), createSum(), createSum()];
  const figures = {
    generations: 0,
    durationSeconds: 0,
    billableSeconds: 0,
    secondsAddedByMinimum: 0,
    reusable: 0,
    twins: 0,
  };
  const work: Work[] = [];
  const reused: QuoteView['reused'] = [];
  let unmeasured = 0;
  let unmeasuredMayCost = false;
  for (const recording of recordings) {
    const { connectionId, jobId, preset, seconds, twins: [twin] = [] } = recording;
    const found: ModelId[] = [];
    if (twin !== undefined) figures.twins += 1;
    const connection = connections.get(connectionId);
    const share = shareOf(context, shares, connection);
    if (seconds === null) unmeasured += 1;
    figures.durationSeconds += seconds ?? 0;
    for (const model of [...MODEL_IDS, ...preset.models.filter(isOwnModel)]) {
      const isChosen = preset.models.includes(model);
      const price = priceOf(connection?.prices, model);
      const quote = seconds === null ? unmeasuredQuote(price) : quoteGeneration(seconds, price);
      const source = freeSourceOf(recording, model, price);
      // With any model, one of the two would be restored.
      if (source === null && twin === undefined) alternatives.get(model)?.add(quote.amount);
      if (!isChosen) continue;
      figures.generations += 1;
      if (source !== null) found.push(model);
      if (source === 'history') {
        figures.reusable += 1;
        saved.add(quote.amount);
      }
      if (source !== null) continue;
      if (seconds === null && price !== 0) unmeasuredMayCost = true;
      work.push({ connectionId, model, seconds: seconds ?? 0 });
      figures.billableSeconds += quote.billableSeconds;
      figures.secondsAddedByMinimum += quote.secondsAddedByMinimum;
      whole.add(quote.amount);
      share?.sum.add(quote.amount);
      takeRoom(share, recording, quote.amount);
      minimum.add(price === null ? null : quote.secondsAddedByMinimum * price);
    }
    if (jobId !== undefined && found.length > 0) reused.push({ jobId, models: found, sameAs: otherOf(twin) });
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

function otherOf(twin: Twin | undefined): QuoteView['reused'][number]['sameAs'] {
  return twin === undefined ? null : { jobId: twin.jobId, name: twin.name };
}

/** Where a result comes from that isn't paid for; null where it is. */
function freeSourceOf(
  { earlier, preset, twins = [] }: QuotedRecording,
  model: ModelId,
  price: MicroUsd | null,
): 'history' | 'twin' | null {
  if (mayReuse(preset, price) && earlier?.has(model) === true) return 'history';
  return twins.some((twin) => twin.model === model) ? 'twin' : null;
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

function shareOf(
  context: QuotePorts,
  shares: Map<string, Share>,
  connection: ConnectionRow | undefined,
): Share | undefined {
  if (connection === undefined) return undefined;
  const share = shares.get(connection.id) ?? newShare(context, connection);
  share.recordings += 1;
  shares.set(connection.id, share);
  return share;
}

function newShare(context: QuotePorts, connection: ConnectionRow): Share {
  const [room] = roomOfConnection(context, connection.id).toSorted((one, other) => one.left - other.left);
  const left = room?.left ?? Number.POSITIVE_INFINITY;
  return { connection, recordings: 0, sum: createSum(), room, left, waiting: new Set() };
}

/** As the start itself: each model of a recording in its turn, and what has no room leaves it to the next. */
function takeRoom(share: Share | undefined, recording: QuotedRecording, amount: MicroUsd | null): void {
  if (share === undefined || amount === null) return;
  if (amount > share.left) share.waiting.add(recording);
  else share.left -= amount;
}

function shareView(
  context: QuotePorts,
  { connection, recordings, room, sum, waiting }: Share,
): QuoteView['connections'][number] {
  const { id: connectionId, kind, name } = connection;
  return {
    connectionId,
    name,
    isBuiltIn: kind === 'built-in',
    recordings,
    amount: sum.amount,
    cap: room === undefined ? null : { kind: room.kind, cap: room.cap, left: room.left, waiting: waiting.size },
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
