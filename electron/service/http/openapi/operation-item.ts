/** One operation as a path item of the document: body, answer, permissions, and every status with its condition. */

import type { ZodOpenApiPathItemObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import { errorsOf } from '../../../../shared/service-api/documented-errors.ts';
import type { Operation } from '../../../../shared/service-api/operation.ts';
import { DEFAULT_PATHS } from '../../../../shared/service-api/routes.ts';
import { describeError } from './error-answer.ts';

const NO_BODY = 204;

export function describeOperation(operation: Operation): ZodOpenApiPathItemObject {
  const { path, summary, needs, body, answer } = operation;
  return {
    post: {
      operationId: operationId(path),
      summary,
      tags: [tagOf(path)],
      requestBody: { required: true, content: { 'application/json': { schema: body } } },
      responses: {
        200: { description: 'Done.', content: { 'application/json': { schema: answer } } },
        ...describeRefusals(operation),
      },
      ...(isStart(path) ? { parameters: [IDEMPOTENCY_KEY] } : {}),
      'x-permissions': [...needs],
    },
    options: { summary: 'CORS preflight.', security: [], responses: { [NO_BODY]: { description: 'No body.' } } },
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
  description: 'The same key with the same body starts nothing new and answers the generation that was started.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
} as const;

function isStart(path: string): boolean {
  return Object.values(DEFAULT_PATHS.startGeneration).includes(path);
}

/** For example `portal_keys_list` of `/portal/keys/list`. */
function operationId(path: string): string {
  return path.replace(/^\/(v1\/)?/, '').replace(/[^A-Za-z0-9]+/g, '_');
}

function tagOf(path: string): string {
  const [root = '', area = ''] = path.slice(1).split('/');
  return root === 'v1' ? 'v1' : `${root}/${area}`;
}
