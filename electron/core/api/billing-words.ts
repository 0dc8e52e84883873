/** What a 402 says: the service's own words with the metadata behind them, as one line for a person. */

import { formatUsd } from '../../../shared/domain/money.ts';
import { readError } from '../../../shared/service-api/answers.ts';

const MOST_FACTS = 8;
const LONGEST_FACT = 120;

/** @param clean makes one short line of a text, without secrets */
export function billingWords(body: unknown, clean: (text: string) => string): string {
  const facts = factsOf(body).map(([name, value]) => `${named(name)}: ${clean(value).slice(0, LONGEST_FACT)}`);
  const said = clean(readError(body).message);
  const behind = facts.slice(0, MOST_FACTS).join(', ');
  if (said === '' || behind === '') return said || behind;
  return `${said} (${behind})`;
}

/** A hold without an invoice: whoever runs the service has put it on the account. */
export function isHoldWithoutInvoice(body: unknown): boolean {
  const billing = billingOf(body);
  return billing !== null && 'payAt' in billing && billing.invoiceId === null;
}

function factsOf(body: unknown): [name: string, value: string][] {
  const billing = billingOf(body);
  if (billing !== null && ('payAt' in billing || 'needed' in billing)) return factsOfCleartake(billing);
  const { error: _, code: __, billing: ___, ...rest } = (body ?? {}) as Record<string, unknown>;
  return Object.entries({ ...(typeof body === 'object' ? rest : {}), ...billing }).flatMap(([name, value]) => {
    const text = typeof value === 'number' ? String(value) : value;
    return typeof text === 'string' && text !== '' && isFit(text) ? [[name, text] as [string, string]] : [];
  });
}

/** Our own service counts in micro-USD, and the call that pays isn't for people. */
function factsOfCleartake({ payAt: _, since: __, ...billing }: Readonly<Record<string, unknown>>) {
  return Object.entries(billing).flatMap(([name, value]): [string, string][] => {
    if (typeof value === 'number') return [[name, `${formatUsd(value)} USD`]];
    return typeof value === 'string' ? [[name, value]] : [];
  });
}

/** A link is shown only if it is safe to open. */
function isFit(text: string): boolean {
  if (!/^[a-z][a-z\d+.-]*:/i.test(text) || !URL.canParse(text)) return true;
  const { protocol, username, password } = new URL(text);
  return protocol === 'https:' && username === '' && password === '';
}

/** `amountDue` and `amount_due` as `amount due`. */
function named(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase()
    .slice(0, 40);
}

function billingOf(body: unknown): Readonly<Record<string, unknown>> | null {
  const billing = typeof body === 'object' && body !== null && 'billing' in body ? body.billing : null;
  return typeof billing === 'object' ? (billing as Readonly<Record<string, unknown>> | null) : null;
}
