/** What Cleartake's own service has metered in a time, as the lines of an invoice. */

import type { InvoiceLine } from '../../../../shared/domain/costs/reconcile.ts';
import type { ServiceClient } from '../../api/service-client.ts';

/** @param client of the service @throws CleartakeError where it does not tell */
export async function meteredLines(
  client: Pick<ServiceClient, 'billingUsage'>,
  from: number,
  to: number,
  signal?: AbortSignal,
): Promise<InvoiceLine[]> {
  const lines: InvoiceLine[] = [];
  let before: string | null = null;
  do {
    const { next, usage } = await client.billingUsage(before, signal);
    for (const { amount, billableSeconds: seconds, generationId, modelKey: model, recordedAt } of usage) {
      const at = Date.parse(recordedAt);
      if (at < from) return lines;
      if (at < to) lines.push({ row: lines.length + 1, at, generationId, model, seconds, amount });
    }
    before = next;
  } while (before !== null);
  return lines;
}
