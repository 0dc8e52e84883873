/** Words of Costs. */

import type { CostBy } from '../../../shared/domain/costs/cost-sums.ts';
import { countOf } from '../../../shared/domain/units.ts';
import { LEDGER_WORDS } from '../../components/strings.ts';
import type { PeriodUnit } from './periods.ts';

export const COSTS = {
  title: 'Costs',
  units: { day: 'Day', month: 'Month', year: 'Year' } satisfies Record<PeriodUnit, string>,
  unit: 'Period',
  earlier: 'Earlier',
  later: 'Later',
  connection: 'Connection',
  everyConnection: 'All connections',
  exports: { csv: 'Export CSV', json: 'Export JSON' },
  emptyTitle: 'Nothing has been charged yet',
  emptyText:
    'Restoring on this computer is free. What other services charge appears here, with every hold, charge and refund.',
} as const;

export const BATCH = {
  title: 'Costs of a batch',
  all: 'All costs',
  sums: 'Sums of the batch',
  open: (name: string) => `Costs of ${name}`,
} as const;

export const FIGURES = {
  charged: 'Charged',
  refunded: (usd: string) => `after ${usd} refunded`,
  ofGenerations: (count: number) => countOf(count, 'restoration'),
  unpriced: (count: number) => `${countOf(count, 'restoration')} without a known price`,
  forecast: (usd: string) => `about ${usd} by the end of the month`,
  held: 'Held now',
  heldText: 'Reserved for restorations in progress',
  saved: 'Saved by history',
  savedText: (count: number) => `${countOf(count, 'result')} you already had`,
  savedNone: 'No earlier result was used',
  minimum: '60-second minimum',
  minimumText: (count: number) => `Added for ${countOf(count, 'restoration')} under a minute`,
  minimumNone: 'No paid restoration was under a minute',
  minimumFree: 'Nothing was paid for',
} as const;

export const CHART = {
  title: { day: 'By day and model', month: 'By month and model', year: 'By year and model' } satisfies Record<
    PeriodUnit,
    string
  >,
  usd: 'USD',
  none: 'Nothing was charged in this time.',
  asTable: 'Show as a table',
  asChart: 'Show as a chart',
  total: 'Total',
  cap: (usd: string) => `cap ${usd}`,
  period: { day: 'Day', month: 'Month', year: 'Year' } satisfies Record<PeriodUnit, string>,
} as const;

export const ROWS = {
  views: {
    show: 'By show',
    batch: 'By batch',
    model: 'By model',
    connection: 'By connection',
  } satisfies Record<CostBy, string>,
  ledger: 'Ledger',
  view: 'What is listed',
  heading: { show: 'Show', batch: 'Batch', model: 'Model', connection: 'Connection' } satisfies Record<CostBy, string>,
  noShow: 'Without a folder',
  generations: 'Restorations',
  audio: 'Billed time',
  minimum: 'Minimum',
  charged: 'Charged (USD)',
  verdict: 'Listeners preferred',
  batches: (count: number) => countOf(count, 'batch', 'batches'),
  last: (count: string, date: string) => `${count}, last ${date}`,
  added: (date: string) => `Added ${date}`,
  preferred: (model: string, count: number, of: number) => `${model} in ${count} of ${of}`,
  avoidable: (usd: string) => `Could have saved ${usd}`,
  rest: (count: number) => `${count} more are not listed. The totals include them.`,
  none: 'Nothing was charged in this period.',
  nothing: '—',
} as const;

export const LEDGER = {
  kinds: LEDGER_WORDS,
  kind: 'Lines',
  all: 'All lines',
  only: 'Only the line that the invoice differs from.',
  time: 'Time',
  line: 'Line',
  recording: 'Recording',
  model: 'Model',
  seconds: 'Seconds',
  amount: 'Amount (USD)',
  connection: 'Connection',
  generation: 'Generation',
  none: 'No lines in this period.',
} as const;

export const COST_BILLING = {
  next: 'Next invoice',
  of: (usd: string) => `of ${usd}`,
  usage: (usd: string) => `${usd} used in all`,
  threshold: (usd: string) => `The next invoice comes at ${usd}, or at the end of the month.`,
  lastThreshold: 'Invoices now come at the end of the month only.',
  unbilled: 'Not yet invoiced',
  credit: 'Credit left',
  payment: 'The rest is charged to',
  noPayment: 'no payment method',
  floor: (usd: string) => `${usd} is below the minimum of 0.50 USD and moves to the next invoice.`,
  carried: 'Carried over',
  free: 'This service is free: there is nothing to invoice.',
  unknown: 'This service doesn’t say how much it has billed or what credit is left.',
  asking: 'Asking the service…',
  progress: 'Usage up to the next invoice',
  caps: 'Cap and alerts',
  day: 'Daily cap',
  month: 'Monthly cap',
  noCap: 'none',
  edit: 'Edit…',
  editNamed: (name: string) => `Edit the caps of ${name}`,
  capUse: (name: string) => `Use of the cap: ${name}`,
  ofCap: (percent: number) => `${percent}\u00a0% of the cap`,
  alerts: (reached: string) => `Cleartake tells you at 50, 80 and 100\u00a0%. ${reached}`,
  reached: (percent: number) => `${percent}\u00a0% is reached.`,
  notReached: 'None is reached.',
  full: 'Paid restorations wait until there is room under the cap.',
  chooseOne: 'Choose a connection to see its next invoice and caps.',
} as const;

export const PRICES = {
  title: 'Prices',
  perMinute: 'USD a minute',
  since: (date: string) => `since ${date}`,
  until: (from: string, to: string) => `${from} to ${to}`,
  free: 'free',
  unknown: 'not set',
} as const;
