/** Which column of a CSV invoice is which. */

export const INVOICE_FIELDS = ['generationId', 'at', 'model', 'seconds', 'amount'] as const;
export type InvoiceField = (typeof INVOICE_FIELDS)[number];

/** Names of columns, null for what the invoice doesn't state. */
export type InvoiceColumns = Readonly<Record<InvoiceField, string | null>>;

/** What columns are usually called, the surest first. */
const USUAL: Readonly<Record<InvoiceField, readonly RegExp[]>> = {
  generationId: [/generation/i, /^id$/i, /reference|job/i],
  at: [/date|time/i, /created|recorded/i, /^at$/i],
  model: [/model/i, /product|service/i],
  seconds: [/second/i, /duration|quantity/i],
  amount: [/amount/i, /total|cost|price|charge/i, /usd|\$/i],
};

/** A first guess from the columns' names; no column is guessed twice. */
export function guessColumns(columns: readonly string[]): InvoiceColumns {
  const left = new Set(columns);
  const guess: Record<InvoiceField, string | null> = {
    generationId: null,
    at: null,
    model: null,
    seconds: null,
    amount: null,
  };
  for (const field of INVOICE_FIELDS) {
    const found = USUAL[field].flatMap((usual) => [...left].filter((name) => usual.test(name)))[0];
    if (found === undefined) continue;
    guess[field] = found;
    left.delete(found);
  }
  return guess;
}

/** Whether lines can be found by these columns: by their id, or by amount and date. */
export function canReconcile({ amount, at, generationId }: InvoiceColumns): boolean {
  return generationId !== null || (amount !== null && at !== null);
}
