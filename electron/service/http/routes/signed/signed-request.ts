/** Signed URLs: their paths and the check of their signatures. They need no key and accept none. */

import type { FastifyRequest } from 'fastify';
import { refuse } from '../../../rules/refusal.ts';
import type { SignedMethod, UrlSigner } from '../../signing/url-signer.ts';

export const UPLOAD_METHOD = 'PUT';

export const UPLOAD_ROUTE = '/storage/uploads/:projectId';
export const DOWNLOAD_ROUTE = '/storage/downloads/:generationId/:downloadType';

export function uploadPath(projectId: string): string {
  return `/storage/uploads/${projectId}`;
}

export function downloadPath(generationId: string, downloadType: string): string {
  return `/storage/downloads/${generationId}/${downloadType}`;
}

const KEY_HEADERS = ['authorization', 'x-api-key', 'xi-api-key'];

/**
 * @param holder as it was signed for
 * @throws refusal 403 when the signature is wrong or has expired; 400 when the request carries an API key
 */
export function requireSignature(
  signer: UrlSigner,
  method: SignedMethod,
  objectPath: string,
  request: FastifyRequest,
  holder: string | null = null,
): void {
  if (!signer.verify(method, objectPath, request.query, holder)) {
    throw refuse(403, 'The address is not signed for this, or it has expired. Ask for a new one.');
  }
  // A client that sends its key here would also send it to a storage host of somebody else.
  if (KEY_HEADERS.some((name) => request.headers[name] !== undefined) || hasMore(request.query)) {
    throw refuse(400, 'Signed addresses take no API key and nothing beside their signature. Leave it out.');
  }
}

function hasMore(query: unknown): boolean {
  return Object.keys(query as Record<string, unknown>).some((name) => name !== 'expires' && name !== 'signature');
}
