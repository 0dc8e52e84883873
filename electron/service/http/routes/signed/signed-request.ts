/** Signed addresses: their paths, and their guard. The signature is all that counts; a key has no business here. */

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

/** @throws refusal 403 when the signature does not fit or has expired; 400 when the request carries an API key */
export function requireSignature(
  signer: UrlSigner,
  method: SignedMethod,
  objectPath: string,
  request: FastifyRequest,
): void {
  if (!signer.verify(method, objectPath, request.query)) {
    throw refuse(403, 'The address is not signed for this, or it has expired. Ask for a new one.');
  }
  // A key that comes along here would as readily go to a storage host that is somebody else's.
  if (KEY_HEADERS.some((name) => request.headers[name] !== undefined) || hasMore(request.query)) {
    throw refuse(400, 'Signed addresses take no API key and nothing beside their signature. Leave it out.');
  }
}

function hasMore(query: unknown): boolean {
  return Object.keys(query as Record<string, unknown>).some((name) => name !== 'expires' && name !== 'signature');
}
