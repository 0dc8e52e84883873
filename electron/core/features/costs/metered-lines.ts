/** What Cleartake's own service has metered in a time, as the lines of an invoice. */

import { z } from 'zod';
import type { InvoiceLine } from '../../../../shared/domain/costs/reconcile.ts';
import type { AnswerOf } from '../../../../shared/service-api/operation.ts';
import { listUsage } from '../../../../shared/service-api/operations/portal-billing.ts';
import type { ServiceClient } from '../../api/service-client.ts';

/** Read liberally: services that say no more will do. */
const USAGE = {
  ...listUsage,
  answer: listUsage.answer.extend({
    usage: z.array(listUsage.answer.shape.usage.element.omit({ apiKeyId: true, pricePerSecond: true })),
  }),
};

/** The body of a listing. @param before the `next` of the page before; null for the first */
export function pageAfter(before: string | null, limit: number) {
  return before === null ? { limit } : { limit, before };
}

/** @param client of the service @throws CleartakeError where it does not tell */
export async function meteredLines(
  client: Pick<ServiceClient, 'portal'>,
  from: number,
  to: number,
  signal?: AbortSignal,
): Promise<InvoiceLine[]> {
  const lines: InvoiceLine[] = [];
  let before: string | null = null;
  do {
    const { next, usage }: AnswerOf<typeof USAGE> = await client.portal(USAGE, pageAfter(before, 500), signal);
    for (const { amount, billableSeconds: seconds, generationId, modelKey: model, recordedAt } of usage) {
      const at = Date.parse(recordedAt);
      if (at < from) return lines;
      if (at < to) lines.push({ row: lines.length + 1, at, generationId, model, seconds, amount });
    }
    before = next;
  } while (before !== null);
  return lines;
}
