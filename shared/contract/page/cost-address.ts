/** The address of the ledger as a file, and how the desk reads it. */

import { z } from 'zod';
import type { CostFilter } from '../../domain/costs/cost-sums.ts';
import { LEDGER_KINDS, type LedgerKind } from '../../domain/costs/ledger-lines.ts';
import { MODEL_IDS } from '../../domain/models.ts';
import { MEDIA_PATHS } from './media-addresses.ts';

const time = z.coerce.number().int();

/** What the address may ask for. */
export const costsQuery = z.object({
  format: z.enum(['csv', 'json']),
  from: time.optional(),
  to: time.optional(),
  connectionId: z.string().optional(),
  model: z.enum(MODEL_IDS).optional(),
  batchId: z.string().optional(),
  folder: z.string().optional(),
  kind: z.enum(LEDGER_KINDS).optional(),
});

/** GET: the lines of the ledger that the filter leaves, newest first. */
export function costsAddress(format: 'csv' | 'json', filter: CostFilter, kind: LedgerKind | null = null): string {
  const asked = Object.entries({ format, ...filter, kind }).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  const query = asked.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return `${MEDIA_PATHS.costs}?${query.join('&')}`;
}
