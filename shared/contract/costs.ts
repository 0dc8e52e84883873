/** Costs: sums and lines of the ledger, caps and their alerts, prices over time, and what the service says about billing. */

import { z } from 'zod';
import { COST_BY } from '../domain/costs/cost-sums.ts';
import { INVOICE_FIELDS } from '../domain/costs/invoice-columns.ts';
import { LEDGER_KINDS } from '../domain/costs/ledger-lines.ts';
import { DIFFERENCES, DISCREPANCY_KINDS } from '../domain/costs/reconcile.ts';
import { modelId } from '../domain/own-models/model-schema.ts';
import * as billing from '../service-api/operations/portal-billing.ts';
import { call } from './refusals.ts';

const time = z.number().int();
const model = modelId;

/** Fields that are missing or null leave everything in. Times are milliseconds since the epoch. */
export const costFilter = z.object({
  from: time.nullable().optional(),
  to: time.nullable().optional(),
  connectionId: z.string().nullable().optional(),
  model: model.nullable().optional(),
  batchId: z.string().nullable().optional(),
  folder: z.string().nullable().optional(),
});

const sums = {
  generations: z.number(),
  seconds: z.number(),
  charged: z.number(),
  refunded: z.number(),
  unpriced: z.number(),
  short: z.number(),
  addedByMinimum: z.number(),
  reused: z.number(),
  saved: z.number(),
};
const sumsView = z.object(sums);
const ofModel = z.object({ model, ...sums });

const periodView = z.object({ start: time, models: z.array(ofModel) });
export type CostPeriodView = z.infer<typeof periodView>;

const costRow = z.object({
  /** A model, an id of a connection or batch, or a folder. */
  id: z.string(),
  label: z.string(),
  /** The whole folder; of a batch, when it was added, in milliseconds since the epoch. */
  detail: z.string(),
  batches: z.number(),
  /** To a quarter of an hour. */
  lastAt: time,
  total: sumsView,
  models: z.array(ofModel),
  /** Of a show: how often listeners preferred the more expensive model, and what it cost where they did not. */
  preference: z.object({ model, preferred: z.number(), of: z.number(), avoidable: z.number() }).nullable(),
});
export type CostRow = z.infer<typeof costRow>;

const priceView = z.object({
  connectionId: z.string(),
  connection: z.string(),
  model,
  fromAt: time,
  /** Micro-USD a second; null while it was not known. */
  price: z.number().nullable(),
});
export type PriceView = z.infer<typeof priceView>;

const overview = z.object({
  total: sumsView,
  held: z.number(),
  periods: z.array(periodView),
  prices: z.array(priceView),
  /** Connections that anything was charged over, also removed ones. */
  connections: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type CostOverview = z.infer<typeof overview>;

const ledgerLineView = z.object({
  id: z.number(),
  at: time,
  kind: z.enum(LEDGER_KINDS),
  jobId: z.string(),
  recording: z.string(),
  folder: z.string(),
  connectionId: z.string(),
  connection: z.string(),
  batchId: z.string(),
  model,
  seconds: z.number(),
  amount: z.number().nullable(),
  addedByMinimum: z.number().nullable(),
  generationId: z.string().nullable(),
});

const { billingAccount, listInvoices } = billing;
/** What Costs shows of an account: services that say no more will do. Micro-USD. */
export const accountFigures = billingAccount.answer
  .pick({ unbilled: true, credit: true, carried: true, nextThreshold: true, spendLimit: true })
  .extend({
    usage: billingAccount.answer.shape.usage.pick({ lifetime: true, month: true }),
    paymentMethod: billingAccount.answer.shape.paymentMethod.unwrap().pick({ label: true }).nullable(),
  });
export type AccountFigures = z.infer<typeof accountFigures>;

const columns = z.record(z.enum(INVOICE_FIELDS), z.string().nullable());
/** Larger than any invoice of ten thousand lines. */
const invoiceText = z.string().max(5_000_000);

const invoiceView = z.object({
  kind: z.enum(['json', 'csv']),
  lines: z.number(),
  /** Of CSV: its columns, its first lines, and which column is probably which. */
  columns: z.array(z.string()),
  sample: z.array(z.array(z.string())),
  guess: columns,
});
export type InvoiceView = z.infer<typeof invoiceView>;

/** Micro-USD: usage + carriedIn − credit − carriedOut = total. */
const serviceInvoice = listInvoices.answer.shape.invoices.element
  .omit({ userId: true, paidAt: true })
  .extend({ issuedAt: time });
export type ServiceInvoiceView = z.infer<typeof serviceInvoice>;

const reconciliation = z.object({
  sentence: z.string(),
  matched: z.number(),
  /** Micro-USD on the invoice, and in the ledger for its time. */
  invoiced: z.number(),
  charged: z.number(),
  /** At most 500. */
  discrepancies: z.array(
    z.object({
      kind: z.enum(DISCREPANCY_KINDS),
      row: z.number().nullable(),
      at: z.number().nullable(),
      generationId: z.string().nullable(),
      model: model.nullable(),
      invoicedSeconds: z.number().nullable(),
      invoiced: z.number().nullable(),
      chargedSeconds: z.number().nullable(),
      charged: z.number().nullable(),
      recording: z.string().nullable(),
      differences: z.array(z.enum(DIFFERENCES)),
    }),
  ),
  found: z.number(),
});
export type ReconciliationView = z.infer<typeof reconciliation>;

const reconciledInvoice = reconciliation.extend({
  invoice: serviceInvoice,
  /** Why it is not simply what the month has cost, in sentences. */
  notes: z.array(z.string()),
});
export type ReconciledInvoiceView = z.infer<typeof reconciledInvoice>;

/** Most periods of a chart: ten years of months. */
const MOST_PERIODS = 121;

export const costsContract = {
  /** @param starts beginnings of the periods of the chart, in the caller's time zone, and the end of the last one */
  overview: call.input(z.object({ starts: z.array(time).max(MOST_PERIODS), filter: costFilter })).output(overview),
  /** Most expensive first, at most 200. */
  by: call
    .input(z.object({ by: z.enum(COST_BY), filter: costFilter }))
    .output(z.object({ rows: z.array(costRow), rest: z.number() })),
  /** Newest first. `next` is where the following page begins; null at the end. */
  ledger: call
    .input(
      z.object({
        filter: costFilter,
        kinds: z.array(z.enum(LEDGER_KINDS)).optional(),
        before: z.object({ at: time, id: z.number().int() }).nullable().default(null),
        limit: z.number().int().min(1).max(500).default(100),
      }),
    )
    .output(
      z.object({ lines: z.array(ledgerLineView), next: z.object({ at: time, id: z.number().int() }).nullable() }),
    ),
  /** Asks the service; null where the service doesn't say: only Cleartake's own has to. */
  account: call.input(z.object({ connectionId: z.string() })).output(z.object({ account: accountFigures.nullable() })),
  /** Recognizes an invoice file and its columns. @throws REFUSED when it cannot be read */
  readInvoice: call.input(z.object({ text: invoiceText })).output(invoiceView),
  /** Compares a file with the ledger. @param columns of CSV */
  reconcile: call
    .input(z.object({ connectionId: z.string(), text: invoiceText, columns: columns.nullable() }))
    .output(reconciliation),
  /** The same with what Cleartake's own service has metered in a time. @throws REFUSED when the service doesn't say */
  reconcileUsage: call.input(z.object({ connectionId: z.string(), from: time, to: time })).output(reconciliation),
  /** The invoices of Cleartake's own service for the months of a period, newest first. @throws REFUSED when the service doesn't say */
  invoices: call
    .input(z.object({ connectionId: z.string(), from: time, to: time }))
    .output(z.object({ invoices: z.array(serviceInvoice) })),
  /** Compares one of them with the ledger, generation by generation. @throws REFUSED when the service doesn't say */
  reconcileInvoice: call.input(z.object({ connectionId: z.string(), invoiceId: z.string() })).output(reconciledInvoice),
};
