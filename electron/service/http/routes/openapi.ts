/** `GET /openapi.json`: the OpenAPI document. It needs no key. */

import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { OPERATIONS } from '../../../../shared/service-api/operations/all.ts';
import { LOCAL_PATHS } from '../../../../shared/service-api/routes.ts';
import { createOpenApiDocument } from '../openapi/document.ts';
import { OPENAPI_PATH } from '../openapi/signed-items.ts';
import { answerOtherMethods } from './method-answers.ts';

/** @param rehearsal whether the document contains the path of the rehearsal */
export function addOpenApiRoute(app: FastifyInstance, rehearsal: boolean): void {
  // Built on the first request, so that starting the service does not wait for it.
  let made: { readonly text: string; readonly tag: string } | null = null;
  function document() {
    if (made === null) {
      const operations = OPERATIONS.filter(({ path }) => rehearsal || path !== LOCAL_PATHS.rehearsal);
      const text = JSON.stringify(createOpenApiDocument(operations));
      made = { text, tag: `"${createHash('sha256').update(text).digest('hex')}"` };
    }
    return made;
  }

  app.route({
    method: ['GET', 'HEAD'],
    url: OPENAPI_PATH,
    handler: async (request, reply) => {
      const { text, tag } = document();
      reply.header('etag', tag).header('cache-control', 'no-cache');
      const known = request.headers['if-none-match']?.split(',').map((one) => one.trim().replace(/^W\//, ''));
      if (known?.includes(tag) || known?.includes('*')) return reply.code(304).send();
      return reply.type('application/json; charset=utf-8').send(text);
    },
  });
  answerOtherMethods(app, OPENAPI_PATH, ['GET', 'HEAD']);
}
