/** Lays an invoice beside the ledger: which lines agree, which are missing on either side, and which differ. */

import type { ModelId } from '../models.ts';
import type { MicroUsd } from '../money.ts';

/** A line of an invoice; null for what the invoice doesn't state. */
export interface InvoiceLine {
  /** Its place in the file, from 1. */
  readonly row: number;
  /** Milliseconds since the epoch. */
  readonly at: number | null;
  readonly generationId: string | null;
  readonly model: ModelId | null;
  readonly seconds: number | null;
  readonly amount: MicroUsd | null;
}

/** A charge of the ledger. */
export interface LedgerCharge {
  readonly id: number;
  readonly at: number;
  readonly generationId: string | null;
  readonly model: ModelId;
  readonly seconds: number;
  readonly amount: MicroUsd | null;
  readonly recording: string;
  /** It was given back: the service should not bill it. */
  readonly refunded: boolean;
}

export const DIFFERENCES = ['amount', 'seconds', 'date', 'model', 'refunded'] as const;
export type Difference = (typeof DIFFERENCES)[number];

export interface Pair {
  readonly line: InvoiceLine;
  readonly charge: LedgerCharge;
}

export interface Reconciliation {
  readonly matched: readonly Pair[];
  /** On the invoice only. `twice`: the same generation is on an earlier line. */
  readonly missingHere: readonly (InvoiceLine & { readonly twice: boolean })[];
  /** In the ledger only. */
  readonly missingThere: readonly LedgerCharge[];
  readonly different: readonly (Pair & { readonly what: readonly Difference[] })[];
  readonly invoiced: MicroUsd;
  readonly charged: MicroUsd;
}

export interface InvoicePeriod {
  readonly from: number;
  readonly to: number;
}

/** Clocks, time zones and the time between the end of the work and the notice of it. */
const SAME_DATE_MS = 24 * 3600_000;

/**
 * Generations are recognized by their ids; lines without one by model, seconds, amount and date together.
 * @param charges also from around the period: a charge at its edge may be on either side
 * @param period what the invoice is about: only charges in it can be missing there
 * @param rounding how far amounts may be apart because the invoice rounds them, in micro-USD
 */
export function reconcile(
  lines: readonly InvoiceLine[],
  charges: readonly LedgerCharge[],
  period: InvoicePeriod,
  rounding: MicroUsd = 0,
): Reconciliation {
  const open = new Map(charges.map((charge) => [charge.id, charge]));
  const byGeneration = new Map(
    charges.flatMap((charge) => (charge.generationId === null ? [] : [[charge.generationId, charge]])),
  );
  const pairs: Pair[] = [];
  const missingHere: (InvoiceLine & { twice: boolean })[] = [];
  const take = (line: InvoiceLine, charge: LedgerCharge): void => {
    open.delete(charge.id);
    pairs.push({ line, charge });
  };
  const seen = new Set<string>();
  const unnamed: InvoiceLine[] = [];
  for (const line of lines) {
    const { generationId } = line;
    const charge = generationId === null ? undefined : byGeneration.get(generationId);
    if (generationId !== null && seen.has(generationId)) missingHere.push({ ...line, twice: true });
    else if (charge !== undefined) take(line, charge);
    else if (generationId === null) unnamed.push(line);
    else missingHere.push({ ...line, twice: false });
    if (generationId !== null) seen.add(generationId);
  }
  for (const line of pairUnnamed(unnamed, open, rounding, take)) missingHere.push({ ...line, twice: false });
  const compared = pairs.map((pair) => ({ ...pair, what: differences(pair, rounding) }));
  const inPeriod = ({ at }: LedgerCharge) => at >= period.from && at < period.to;
  return {
    matched: compared.filter(({ what }) => what.length === 0).map(({ charge, line }) => ({ charge, line })),
    missingHere: missingHere.sort((one, other) => one.row - other.row),
    missingThere: [...open.values()].filter((charge) => inPeriod(charge) && !charge.refunded && charge.amount !== 0),
    different: compared.filter(({ what }) => what.length > 0).sort((one, other) => one.line.row - other.line.row),
    invoiced: lines.reduce((sum, { amount }) => sum + (amount ?? 0), 0),
    charged: charges.reduce(
      (sum, charge) => sum + (inPeriod(charge) && !charge.refunded ? (charge.amount ?? 0) : 0),
      0,
    ),
  };
}

/** Exact partners first, so that a line that differs never takes the charge of one that agrees. @returns what is left */
function pairUnnamed(
  lines: readonly InvoiceLine[],
  open: ReadonlyMap<number, LedgerCharge>,
  rounding: MicroUsd,
  take: (line: InvoiceLine, charge: LedgerCharge) => void,
): InvoiceLine[] {
  const days = byDay(open.values());
  let left = [...lines];
  for (const allowed of [0, 1]) {
    left = left.filter((line) => {
      // Whatever agrees is near: only what differs is looked for everywhere.
      const near = (allowed === 0 && line.at !== null ? around(days, line.at) : [...open.values()])
        .filter((charge) => open.has(charge.id) && !charge.refunded)
        .map((charge) => ({ charge, what: differences({ line, charge }, rounding), apart: apart(line, charge) }))
        .filter(({ what }) => what.length <= allowed)
        .sort((one, other) => one.what.length - other.what.length || one.apart - other.apart)[0];
      if (near === undefined) return true;
      take(line, near.charge);
      return false;
    });
  }
  return left;
}

function byDay(charges: Iterable<LedgerCharge>): ReadonlyMap<number, readonly LedgerCharge[]> {
  const days = new Map<number, LedgerCharge[]>();
  for (const charge of charges) {
    const day = Math.floor(charge.at / SAME_DATE_MS);
    const others = days.get(day);
    if (others === undefined) days.set(day, [charge]);
    else others.push(charge);
  }
  return days;
}

function around(days: ReadonlyMap<number, readonly LedgerCharge[]>, at: number): LedgerCharge[] {
  const day = Math.floor(at / SAME_DATE_MS);
  return [day - 1, day, day + 1].flatMap((each) => days.get(each) ?? []);
}

function apart({ at }: InvoiceLine, charge: LedgerCharge): number {
  return at === null ? 0 : Math.abs(at - charge.at);
}

function differences({ charge, line }: Pair, rounding: MicroUsd): Difference[] {
  const isOther = (one: unknown, other: unknown) => one !== null && other !== null && one !== other;
  const found: Difference[] = [];
  if (line.amount !== null && charge.amount !== null && Math.abs(line.amount - charge.amount) > rounding)
    found.push('amount');
  if (isOther(line.seconds, charge.seconds)) found.push('seconds');
  if (apart(line, charge) > SAME_DATE_MS) found.push('date');
  if (isOther(line.model, charge.model)) found.push('model');
  if (charge.refunded) found.push('refunded');
  return found;
}

export const DISCREPANCY_KINDS = ['twice', 'missing-here', 'missing-there', 'different'] as const;

/** One line that does not agree, from both sides. */
export interface Discrepancy {
  readonly kind: (typeof DISCREPANCY_KINDS)[number];
  /** Of the invoice; null where it has no line. */
  readonly row: number | null;
  readonly at: number | null;
  readonly generationId: string | null;
  readonly model: ModelId | null;
  readonly invoicedSeconds: number | null;
  readonly invoiced: MicroUsd | null;
  /** Of the ledger; null where it has no charge. */
  readonly chargedSeconds: number | null;
  readonly charged: MicroUsd | null;
  readonly recording: string | null;
  readonly differences: readonly Difference[];
}

/** Everything that does not agree, in the order of the invoice; what it lacks comes last. */
export function discrepancies({ different, missingHere, missingThere }: Reconciliation): Discrepancy[] {
  const onInvoice = [
    ...missingHere.map((line) => discrepancy(line.twice ? 'twice' : 'missing-here', line, null, [])),
    ...different.map(({ charge, line, what }) => discrepancy('different', line, charge, what)),
  ];
  return [
    ...onInvoice.sort((one, other) => (one.row ?? 0) - (other.row ?? 0)),
    ...missingThere.map((charge) => discrepancy('missing-there', null, charge, [])),
  ];
}

function discrepancy(
  kind: Discrepancy['kind'],
  line: InvoiceLine | null,
  charge: LedgerCharge | null,
  differences: readonly Difference[],
): Discrepancy {
  return {
    kind,
    row: line?.row ?? null,
    at: charge?.at ?? line?.at ?? null,
    generationId: line?.generationId ?? charge?.generationId ?? null,
    model: line?.model ?? charge?.model ?? null,
    invoicedSeconds: line?.seconds ?? null,
    invoiced: line?.amount ?? null,
    chargedSeconds: charge?.seconds ?? null,
    charged: charge?.amount ?? null,
    recording: charge?.recording ?? null,
    differences,
  };
}
