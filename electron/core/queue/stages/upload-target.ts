/**
 * Where an upload goes. The address grants permission to write, so between runs it is stored encrypted with the connection's key, together
 * with the hash of its content.
 */

import path from 'node:path';
import { z } from 'zod';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import { contentTypeOf } from '../../../../shared/domain/media-types.ts';
import type { CreatedProject } from '../../../../shared/service-api/answers.ts';
import { parseTransferUrl } from '../../api/addresses.ts';
import type { ServiceClient } from '../../api/service-client.ts';
import { linkExpiry } from '../../api/transfers/link-expiry.ts';
import type { JobRow, RecordingRow } from '../../store/schema.ts';

export interface UploadTarget {
  readonly url: URL;
  /** In capitals, as HTTP has them. */
  readonly method: string;
  readonly contentType: string;
}

const kept = z.object({
  url: z.string(),
  method: z.string(),
  contentType: z.string(),
  contentHash: z.string(),
});

const MEDIA_TYPE = /^[\w.+-]{1,100}\/[\w.+-]{1,100}( *;[\x20-\x7e]{1,200})?$/;

/** A service may ask for any method that sends a body; these send none, or do something else. */
const METHOD = /^(?!(GET|HEAD|OPTIONS|CONNECT|TRACE|DELETE)$)[A-Z][A-Z-]{1,19}$/;

/** @throws CleartakeError unsafeAddress */
export function readUploadTarget(
  project: CreatedProject,
  client: ServiceClient,
  recording: RecordingRow,
): UploadTarget {
  const method = project.uploadMethod.toUpperCase();
  if (!METHOD.test(method)) throw new CleartakeError('unsafeAddress', { detail: 'a strange upload method' });
  const { contentType = '' } = project;
  return {
    url: parseTransferUrl(project.uploadUrl, client.baseUrl),
    method,
    contentType: MEDIA_TYPE.test(contentType) ? contentType : contentTypeOf(path.basename(recording.path)),
  };
}

/** Null when the content has no hash. */
export function sealUploadTarget(
  client: ServiceClient,
  job: JobRow,
  { contentHash }: RecordingRow,
  target: UploadTarget,
): string | null {
  if (contentHash === null) return null;
  const text = JSON.stringify({ ...target, url: target.url.href, contentHash } satisfies z.input<typeof kept>);
  return client.seal(job.id, text);
}

/**
 * The target of an upload that an earlier attempt began.
 * @returns null when there is none, it was made with another key or for other content, or it has expired
 */
export function resumableUpload(
  client: ServiceClient,
  job: JobRow,
  recording: RecordingRow,
  now: number,
): UploadTarget | null {
  if (job.projectId === null || job.uploadAddress === null) return null;
  try {
    const { contentHash, ...target } = kept.parse(JSON.parse(client.unseal(job.id, job.uploadAddress) ?? 'null'));
    const url = parseTransferUrl(target.url, client.baseUrl);
    const expiry = linkExpiry(url);
    const isUsable = contentHash === recording.contentHash && (expiry === null || expiry > now);
    return isUsable ? { ...target, url } : null;
  } catch {
    return null;
  }
}
