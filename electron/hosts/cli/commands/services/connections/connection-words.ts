/** A connection as a line of the terminal. */

import type { ConnectionView } from '../../../../../../shared/contract/connections.ts';
import { markedName } from '../../../../../../shared/domain/connections/marks.ts';
import type { ErrorRecord } from '../../../../../../shared/domain/errors.ts';
import { formatUsd, MICRO_USD_PER_USD, type MicroUsd } from '../../../../../../shared/domain/money.ts';
import { printable } from '../../../../../platform/security/harmless-text.ts';
import { outputColumns, widthOf } from '../../../reports/text-width.ts';

/** On one line, or on several where it is wider than the terminal. */
export function connectionInWords(connection: ConnectionView): string[] {
  const prices = Object.entries(connection.prices).map(([model, price]) => `${model} ${priceInWords(price)}`);
  const parts = [
    `${connection.chosen ? '* ' : '  '}${markedName(connection)}`,
    ...(connection.color === null ? [] : [connection.color]),
    connection.baseUrl ?? 'built in',
    ...(connection.kind === 'built-in' ? ['free'] : [connection.headerStyle, ...prices]),
    ...Object.values(connection.paths ?? {}).filter((path) => path !== undefined),
    ...capsInWords(connection.caps),
    ...(connection.hasKey ? [] : ['no key']),
    ...(connection.parked === null ? [] : [parkedInWords(connection.parked, connection)]),
  ];
  return inLines(parts.map(printable), outputColumns());
}

/** Breaks between parts only. */
function inLines(parts: readonly string[], columns: number): string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    const longer = last === undefined ? part : `${last}  ${part}`;
    if (last === undefined || widthOf(longer) > columns) lines.push(last === undefined ? part : `    ${part}`);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

function capsInWords({ day, month }: ConnectionView['caps']): string[] {
  return [
    ...(day === null ? [] : [`cap ${formatUsd(day)} USD a day`]),
    ...(month === null ? [] : [`cap ${formatUsd(month)} USD a month`]),
  ];
}

function parkedInWords(
  { code, parts }: ErrorRecord,
  { billingPage: page }: Pick<ConnectionView, 'billingPage'>,
): string {
  if (code === 'keyMissing') return 'waiting for its key';
  if (code === 'keyRefused') return 'key refused';
  const reason = parts?.reason === undefined ? '' : ` “${parts.reason}”`;
  return `on hold for billing${page === null ? '' : `: ${page}`}${reason}`;
}

function priceInWords(price: MicroUsd | null): string {
  return price === null ? 'price unknown' : `${price / MICRO_USD_PER_USD} USD per second`;
}
