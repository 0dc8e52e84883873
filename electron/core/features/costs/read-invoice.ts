/** Reads an invoice: JSON of Cleartake's own service, or CSV of any other, whose columns the person names. */

import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import {
  canReconcile,
  guessColumns,
  INVOICE_FIELDS,
  type InvoiceColumns,
  type InvoiceField,
} from '../../../../shared/domain/costs/invoice-columns.ts';
import type { InvoiceLine } from '../../../../shared/domain/costs/reconcile.ts';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import type { ModelId } from '../../../../shared/domain/models.ts';
import { MICRO_USD_PER_USD, type MicroUsd } from '../../../../shared/domain/money.ts';
import { INVOICE } from '../../strings.ts';

/** What a file is, before its lines are read. */
export type InvoiceFile =
  | { readonly kind: 'json'; readonly lines: readonly InvoiceLine[] }
  | { readonly kind: 'csv'; readonly columns: readonly string[]; readonly rows: readonly (readonly string[])[] };

export interface ReadLines {
  readonly lines: readonly InvoiceLine[];
  /** How far its amounts are rounded, in micro-USD. */
  readonly rounding: MicroUsd;
}

const row = z.object({
  generationId: z.string().nullish(),
  modelKey: z.string().nullish(),
  model: z.string().nullish(),
  billableSeconds: z.number().nullish(),
  seconds: z.number().nullish(),
  /** Micro-USD. */
  amount: z.number().int().nullish(),
  recordedAt: z.string().nullish(),
  at: z.string().nullish(),
});
const rows = z.array(row);

/** @throws CleartakeError notPossibleNow when it is neither */
export function openInvoice(text: string): InvoiceFile {
  const plain = text.replace(/^\ufeff/, '').trim();
  if (plain.startsWith('{') || plain.startsWith('[')) return { kind: 'json', lines: linesOfJson(plain) };
  try {
    const [columns = [], ...all] = parse(plain, {
      delimiter: delimiterOf(plain),
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    }) as string[][];
    if (columns.length > 1) return { kind: 'csv', columns, rows: all };
  } catch {
    // Said below.
  }
  throw unreadable();
}

/** The one that the headings have most: elsewhere commas may be decimal. */
function delimiterOf(text: string): string {
  const headings = text.split('\n', 1)[0] ?? '';
  const times = (sign: string) => headings.split(sign).length;
  return [',', ';', '\t'].reduce((best, sign) => (times(sign) > times(best) ? sign : best));
}

function linesOfJson(text: string): InvoiceLine[] {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    throw unreadable();
  }
  const listed = typeof given === 'object' && given !== null && 'usage' in given ? given.usage : given;
  const read = rows.safeParse(listed).data;
  if (read === undefined) throw unreadable();
  return read.map((one, index) => ({
    row: index + 1,
    at: timeOf(one.recordedAt ?? one.at ?? ''),
    generationId: one.generationId ?? null,
    model: modelOf(one.modelKey ?? one.model ?? ''),
    seconds: one.billableSeconds ?? one.seconds ?? null,
    amount: one.amount ?? null,
  }));
}

/** @param columns of CSV; guessed if null @throws CleartakeError notPossibleNow when its lines cannot be distinguished */
export function linesOf(file: InvoiceFile, columns: InvoiceColumns | null): ReadLines {
  if (file.kind === 'json') return { lines: file.lines, rounding: 0 };
  const chosen = columns ?? guessColumns(file.columns);
  if (!canReconcile(chosen)) throw new CleartakeError('notPossibleNow', { parts: INVOICE.columnsMissing });
  return linesOfCsv(file, chosen);
}

/** @param columns which column is which field; without a field, lines do not tell it */
function linesOfCsv(file: Extract<InvoiceFile, { kind: 'csv' }>, columns: InvoiceColumns): ReadLines {
  const places = new Map(INVOICE_FIELDS.map((field) => [field, file.columns.indexOf(columns[field] ?? '')]));
  let decimals = 0;
  const lines = file.rows.flatMap((cells, index): InvoiceLine[] => {
    const cell = (field: InvoiceField) => cells[places.get(field) ?? -1] ?? '';
    const { amount, digits } = amountOf(cell('amount'));
    decimals = Math.max(decimals, digits);
    const seconds = Number.parseFloat(cell('seconds'));
    const line = {
      row: index + 2,
      at: timeOf(cell('at')),
      generationId: cell('generationId') || null,
      model: modelOf(cell('model')),
      seconds: Number.isFinite(seconds) ? Math.round(seconds) : null,
      amount,
    };
    // Totals and remarks have neither.
    return line.generationId === null && (line.amount === null || line.at === null) ? [] : [line];
  });
  return { lines, rounding: decimals >= 6 ? 0 : Math.ceil(MICRO_USD_PER_USD / 10 ** decimals / 2) };
}

/** `12.40`, `1,234.50`, `0,84 USD`. */
function amountOf(text: string): { readonly amount: MicroUsd | null; readonly digits: number } {
  const bare = text.replace(/[^\d.,-]/g, '');
  if (!/\d/.test(bare)) return { amount: null, digits: 0 };
  const point = Math.max(bare.lastIndexOf('.'), bare.lastIndexOf(','));
  const isThousands = point >= 0 && bare[point] === ',' && bare.length - point === 4 && !bare.includes('.');
  const whole = point < 0 || isThousands ? bare : bare.slice(0, point);
  const fraction = point < 0 || isThousands ? '' : bare.slice(point + 1);
  const usd = Number(`${whole.replace(/[.,]/g, '')}.${fraction || '0'}`);
  return Number.isFinite(usd)
    ? { amount: Math.round(usd * MICRO_USD_PER_USD), digits: fraction.length }
    : { amount: null, digits: 0 };
}

/** ISO dates, `31.10.2026`, and what the system reads; days without a time are at noon. */
function timeOf(text: string): number | null {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})/.exec(text) ?? [];
  const known = year === '' ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const at = Date.parse(/^\d{4}-\d\d-\d\d$/.test(known) ? `${known}T12:00:00` : known);
  return Number.isNaN(at) ? null : at;
}

function modelOf(text: string): ModelId | null {
  if (/3[._-]?5/.test(text)) return 'service-3.5';
  return /(^|\D)2([._-]0)?($|\D)/.test(text) ? 'service-2' : null;
}

function unreadable(): CleartakeError {
  return new CleartakeError('notPossibleNow', { parts: INVOICE.unreadable });
}
