/** The paths that are no operations: signed uploads, downloads and pages, and the document itself. */

import { z } from 'zod';
import type { ZodOpenApiPathItemObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import { LOCAL_DOWNLOAD_TYPES } from '../../../../shared/service-api/bodies.ts';
import { describeError, describePreflight } from './operation-item.ts';

export const OPENAPI_PATH = '/openapi.json';

const signature = z.object({
  expires: z.string().describe('Milliseconds since the epoch.'),
  signature: z.string(),
});
/** Of an address that ends with the key that asked for it. */
const reading = signature.extend({ reader: z.string().describe('The id of that key.') });
const uploadParams = { path: z.object({ projectId: z.string() }), query: signature };
const downloadParams = {
  path: z.object({ generationId: z.string(), downloadType: z.enum(LOCAL_DOWNLOAD_TYPES) }),
  query: reading,
};
const invoiceParams = { path: z.object({ invoiceId: z.string() }), query: reading };

const header = (description: string) => z.string().meta({ description });
const uploadOffset = header('Bytes that are there.');
const offset = z.object({
  'Upload-Offset': uploadOffset,
  'Upload-Complete': header('?1 when the medium is whole, else ?0.'),
});
const digest = header('SHA-256 of the whole, as sha-256=:BASE64: (RFC 9530).');
const tag = z.object({ ETag: header('Of the whole file.') });
const validators = tag.extend({
  'Accept-Ranges': header('bytes'),
  'Repr-Digest': digest,
  'Content-Disposition': header('The name to keep the file under.'),
});
const contentRange = header('Which bytes of how many.');
const bytes = { '*/*': { schema: { type: 'string', format: 'binary' } } } as const;
const optionalHeader = (name: string, description: string) =>
  ({ name, in: 'header', description, schema: { type: 'string' } }) as const;

const REFUSALS = {
  400: describeError(400, 'A header or the query is not valid.'),
  403: describeError(
    403,
    'The address is not signed for this or has expired, or its API key was replaced or is not active any more.',
  ),
  404: describeError(404, 'There is nothing at this address any more.'),
  405: describeError(405, 'The method is not one of this address.'),
  429: describeError(429, 'Only in a rehearsal: wait for as long as Retry-After says.'),
  500: describeError(500, 'The service had a fault (retryable).'),
  503: describeError(503, 'The service is closing, or can’t reach its database or storage (retryable).'),
};
const CHANGED = 'The file is not the one that If-Match names.';
const CONDITIONS = [
  optionalHeader('If-Match', 'The ETag that the file must have.'),
  optionalHeader('If-None-Match', 'ETags that are there already.'),
];

/** Signed addresses: they need no key, and ignore one that comes along. */
export function describeStorage(): Record<string, ZodOpenApiPathItemObject> {
  return {
    '/storage/uploads/{projectId}': {
      put: {
        operationId: 'upload',
        summary: 'Upload the medium of a project, whole or from where an earlier upload was cut off.',
        tags: ['storage'],
        security: [],
        requestParams: uploadParams,
        parameters: [
          optionalHeader('Content-Range', 'bytes START-END/TOTAL for a part, bytes */TOTAL to ask.'),
          optionalHeader(
            'Content-Digest',
            'sha-256=:BASE64: of this body. When it does not fit, nothing of it is kept.',
          ),
          optionalHeader(
            'Repr-Digest',
            'sha-256=:BASE64: of the whole medium. When it does not fit, nothing of it is kept.',
          ),
        ],
        requestBody: { required: true, content: bytes },
        responses: {
          200: {
            description: 'The medium is whole.',
            headers: offset.extend({ 'Repr-Digest': digest }),
            content: {
              'application/json': {
                schema: z.object({
                  apiProjectId: z.string(),
                  status: z.literal('uploaded'),
                  bytes: z.number().int(),
                  sha256: z.string().describe('Of the whole medium, in hex.'),
                }),
              },
            },
          },
          308: {
            description: 'The part is in; others are missing.',
            headers: offset.extend({ Range: header('bytes=0-LAST, when there are any.').optional() }),
          },
          ...REFUSALS,
          409: {
            ...describeError(
              409,
              'The part does not begin where the upload ends, or the medium may not change any more.',
            ),
            headers: z.object({ 'Upload-Offset': uploadOffset.optional() }),
          },
          408: describeError(408, 'The upload was cut off (retryable). What arrived is kept.'),
          413: describeError(413, 'The medium does not fit into the storage of the account.'),
          415: describeError(415, 'The body is compressed.'),
          507: describeError(507, 'The disk of the service is full.'),
        },
      },
      head: {
        operationId: 'upload_state',
        summary: 'How far an upload got.',
        tags: ['storage'],
        security: [],
        requestParams: uploadParams,
        responses: {
          200: { description: 'How far it got.', headers: offset.extend({ 'Repr-Digest': digest.optional() }) },
          ...withoutBodies(REFUSALS),
        },
      },
      options: describePreflight('upload', uploadParams.path),
    },
    '/storage/downloads/{generationId}/{downloadType}': {
      get: {
        operationId: 'download',
        summary: 'Download an output of a generation, whole or a part of it.',
        tags: ['storage'],
        security: [],
        requestParams: downloadParams,
        parameters: [
          optionalHeader('Range', 'bytes=FIRST-LAST'),
          optionalHeader('If-Range', 'The ETag that the range is meant for.'),
          ...CONDITIONS,
        ],
        responses: {
          200: { description: 'The file.', headers: validators, content: bytes },
          206: {
            description: 'The part that was asked for.',
            headers: validators.extend({ 'Content-Range': contentRange }),
            content: bytes,
          },
          304: { description: 'It has not changed.', headers: tag },
          ...REFUSALS,
          412: { ...describeError(412, CHANGED), headers: tag },
          416: {
            ...describeError(416, 'The range lies outside the file.'),
            headers: z.object({ 'Content-Range': contentRange }),
          },
        },
      },
      head: {
        operationId: 'download_state',
        summary: 'What a download would send.',
        tags: ['storage'],
        security: [],
        requestParams: downloadParams,
        parameters: CONDITIONS,
        responses: {
          200: { description: 'What it would send of the whole file.', headers: validators },
          304: { description: 'It has not changed.', headers: tag },
          ...withoutBodies(REFUSALS),
          412: { description: CHANGED, headers: tag },
        },
      },
      options: describePreflight('download', downloadParams.path),
    },
    '/storage/invoices/{invoiceId}': {
      get: {
        operationId: 'invoice_page',
        summary: 'An invoice as a page, to read and print.',
        tags: ['storage'],
        security: [],
        requestParams: invoiceParams,
        responses: {
          200: { description: 'The page.', content: { 'text/html': { schema: { type: 'string' } } } },
          ...REFUSALS,
        },
      },
      head: {
        operationId: 'invoice_page_state',
        summary: 'Whether the page is there.',
        tags: ['storage'],
        security: [],
        requestParams: invoiceParams,
        responses: { 200: { description: 'It is.' }, ...withoutBodies(REFUSALS) },
      },
      options: describePreflight('invoice_page', invoiceParams.path),
    },
  };
}

export function describeDocument(): ZodOpenApiPathItemObject {
  return {
    get: {
      operationId: 'openapi',
      summary: 'This document.',
      security: [],
      responses: {
        200: {
          description: 'The document.',
          headers: z.object({ ETag: z.string() }),
          content: { 'application/json': { schema: { type: 'object' } } },
        },
        304: { description: 'It has not changed.' },
        405: REFUSALS[405],
      },
    },
    head: {
      operationId: 'openapi_state',
      summary: 'Whether this document has changed.',
      security: [],
      responses: { 200: { description: 'It has.' }, 304: { description: 'It has not.' } },
    },
    options: describePreflight('openapi'),
  };
}

function withoutBodies(responses: ZodOpenApiResponsesObject): ZodOpenApiResponsesObject {
  const bare: ZodOpenApiResponsesObject = {};
  for (const status of Object.keys(responses) as (keyof ZodOpenApiResponsesObject)[]) {
    bare[status] = { description: responses[status].description };
  }
  return bare;
}
