/** The error answers in the document (service specification, "Errors"). */

import { z } from 'zod';
import type { ZodOpenApiResponseObject } from 'zod-openapi';

const amount = (what: string) => z.number().int().optional().describe(`${what}, in micro-USD.`);

const errorAnswer = z
  .looseObject({
    error: z.string().describe('What happened and what to do, for people.'),
    code: z.string().optional().describe('For programs; not every error has one.'),
    requestId: z.string().describe('As in the header X-Request-Id: names the call in the log of the service.'),
    billing: z
      .looseObject({
        spendLimit: amount('The spend limit'),
        spent: amount('What the month has cost so far'),
        held: amount('What is reserved for generations under way'),
        needed: amount('What the refused generation would reserve'),
        invoiceId: z
          .string()
          .nullish()
          .describe('Of a payment hold: the declined invoice; null for a hold of the operator.'),
        amount: z.number().int().nullish().describe('What that invoice asks for, in micro-USD.'),
        since: z.iso.datetime().nullish().describe('Since when the account has been on hold.'),
        payAt: z.string().nullish().describe('Address of the call that pays the invoice.'),
      })
      .optional()
      .describe('Billing metadata of a 402.'),
  })
  .meta({ id: 'Error' });

const retryAfter = z.object({
  'Retry-After': z.string().meta({ description: 'Seconds to wait.' }),
});

export function describeError(status: number, description: string): ZodOpenApiResponseObject {
  return {
    description,
    content: { 'application/json': { schema: errorAnswer } },
    ...(status === 429 ? { headers: retryAfter } : {}),
  };
}
