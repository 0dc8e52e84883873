/** One operation as a path item of the document: body, answer, permissions, and every status with its condition. */

import { z } from 'zod';
import type {
  ZodOpenApiOperationObject,
  ZodOpenApiPathItemObject,
  ZodOpenApiResponseObject,
  ZodOpenApiResponsesObject,
} from 'zod-openapi';
import { errorsOf } from '../../../../shared/service-api/documented-errors.ts';
import type { Operation } from '../../../../shared/service-api/operation.ts';
import { DEFAULT_PATHS, REQUEST_ID } from '../../../../shared/service-api/routes.ts';

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

const NO_BODY = 204;

export function describeOperation(operation: Operation): ZodOpenApiPathItemObject {
  const { path, summary, needs, body, answer } = operation;
  return {
    post: {
      operationId: operationId(path),
      summary,
      ...(operation.deprecated === undefined ? {} : { deprecated: true }),
      tags: [tagOf(path)],
      requestBody: { required: true, content: { 'application/json': { schema: body } } },
      responses: {
        200: { description: 'Done.', content: { 'application/json': { schema: answer } } },
        ...describeRefusals(operation),
      },
      parameters: [REQUEST_ID_PARAMETER, ...(CREATES.has(path) ? [IDEMPOTENCY_KEY] : [])],
      'x-permissions': [...needs],
    },
    options: describePreflight(operationId(path)),
  };
}

function describeRefusals(operation: Operation): ZodOpenApiResponsesObject {
  const described: ZodOpenApiResponsesObject = { [NO_BODY]: { description: 'CORS preflight.' } };
  for (const [status, rows] of Map.groupBy(errorsOf(operation), (one) => one.status)) {
    const conditions = rows.map(({ code, condition }) => (code === null ? condition : `\`${code}\`: ${condition}`));
    described[`${status}` as `${4 | 5}${string}`] = describeError(status, conditions.join(' '));
  }
  return described;
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'The same key with the same body creates nothing new and answers what was created.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
} as const;

const REQUEST_ID_PARAMETER = {
  name: 'X-Request-Id',
  in: 'header',
  description: 'Names the call. Every answer has it; without it, or when it does not fit, the service makes one.',
  schema: { type: 'string', pattern: REQUEST_ID.source },
} as const;

/** Paths that take an Idempotency-Key. */
const CREATES: ReadonlySet<string> = new Set([
  DEFAULT_PATHS.createProject,
  ...Object.values(DEFAULT_PATHS.startGeneration),
]);

/**
 * @param name of the operation that it asks for
 * @param path parameters of the path, where it has any
 */
export function describePreflight(name: string, path?: z.ZodObject): ZodOpenApiOperationObject {
  return {
    operationId: `${name}_preflight`,
    summary: 'CORS preflight.',
    security: [],
    ...(path === undefined ? {} : { requestParams: { path } }),
    responses: { [NO_BODY]: { description: 'No body.' } },
  };
}

/** For example `portal_keys_list` of `/portal/keys/list`. */
function operationId(path: string): string {
  return path.replace(/^\/(v1\/)?/, '').replace(/[^A-Za-z0-9]+/g, '_');
}

function tagOf(path: string): string {
  const [root = '', area = ''] = path.slice(1).split('/');
  return root === 'v1' ? 'v1' : `${root}/${area}`;
}

export function describeError(status: number, description: string): ZodOpenApiResponseObject {
  return {
    description,
    content: { 'application/json': { schema: errorAnswer } },
    ...(status === 429 ? { headers: retryAfter } : {}),
    ...(status === 503 ? { headers: retryAfter.partial() } : {}),
  };
}
