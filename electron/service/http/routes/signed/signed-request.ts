/** Signed URLs: their paths and the check of their signatures. A key that a request carries as well changes nothing. */

import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../../auth/authenticate.ts';
import { keyStopped } from '../../../rules/keys/refusals.ts';
import { refuse } from '../../../rules/refusal.ts';
import type { ServiceParts } from '../../service-parts.ts';
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

/** What an address to read from may have behind its path. */
const SIGNED_FIELDS: ReadonlySet<string> = new Set(['expires', 'signature', 'reader']);

/** An address to read from, as path and query. It ends with the key that asks for it. */
export function signReading(
  signer: UrlSigner,
  objectPath: string,
  lifetimeMs: number,
  { keyId, secretHash }: Pick<Caller, 'keyId' | 'secretHash'>,
): string {
  return `${signer.sign('GET', objectPath, lifetimeMs, readerOf(keyId, secretHash))}&reader=${keyId}`;
}

/** @throws refusal 403 when the signature is wrong or has expired, or its key was replaced or stopped; 400 with other fields */
export async function requireReadable(
  { signer, store }: Pick<ServiceParts, 'signer' | 'store'>,
  objectPath: string,
  request: FastifyRequest,
): Promise<void> {
  const { reader } = request.query as Record<string, unknown>;
  const standing = typeof reader === 'string' ? await store.accounts.keyStanding(reader) : null;
  requireSignature(signer, 'GET', objectPath, request, readerOf(reader, standing?.secretHash));
  if (standing?.status !== 'active') throw keyStopped();
}

/**
 * @param holder as it was signed for
 * @throws refusal 403 when the signature is wrong or has expired; 400 when the query has anything else
 */
export function requireSignature(
  signer: UrlSigner,
  method: SignedMethod,
  objectPath: string,
  request: FastifyRequest,
  binding: string | null,
): void {
  if (!signer.verify(method, objectPath, request.query, binding)) {
    throw refuse(
      403,
      'The address is not signed for this, it has expired, or its API key was replaced. Ask for a new one.',
    );
  }
  if (Object.keys(request.query as object).some((name) => !SIGNED_FIELDS.has(name))) {
    throw refuse(400, 'Signed addresses take nothing beside their signature. Leave it out.');
  }
}

/** The key itself and its secret: another secret is another reader. */
function readerOf(keyId: unknown, secretHash: string | null | undefined): string {
  return `${keyId} ${secretHash}`;
}
