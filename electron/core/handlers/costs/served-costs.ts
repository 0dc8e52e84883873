/** Which costs an address asks for, and the file that answers it. */

import { costsQuery } from '../../../../shared/contract/page/cost-address.ts';
import type { LedgerFilter, LedgerPlace } from '../../../../shared/domain/costs/ledger-lines.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Reader } from '../reading/reader.ts';
import type { FileFormat, LedgerPart } from './cost-file.ts';

export interface ServedCosts {
  readonly fileName: string;
  readonly format: FileFormat;
  readonly parts: AsyncIterable<string>;
}

/** @returns null for an address that asks for something else */
export function servedCosts(
  reader: Pick<Reader, 'ask'>,
  clock: Pick<Clock, 'now'>,
  query: URLSearchParams,
): ServedCosts | null {
  const asked = costsQuery.safeParse(Object.fromEntries(query)).data;
  if (asked === undefined) return null;
  const { format, kind, ...filter } = asked;
  const day = new Date(clock.now()).toISOString().slice(0, 10);
  return {
    fileName: `cleartake-costs-${day}.${format}`,
    format,
    parts: partsOf(reader, { ...filter, kinds: kind === undefined ? undefined : [kind] }, format),
  };
}

async function* partsOf(
  { ask }: Pick<Reader, 'ask'>,
  filter: LedgerFilter,
  format: FileFormat,
): AsyncGenerator<string> {
  let before: LedgerPlace | null = null;
  do {
    const { text, next }: LedgerPart = await ask('ledgerPart', { filter, format, before });
    yield text;
    before = next;
  } while (before !== null);
}
