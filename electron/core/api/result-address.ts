/** Asks where a paid result can be downloaded: in the wanted type, or in any other that the service gives. */

import { CleartakeError } from '../../../shared/domain/errors.ts';
import { DOWNLOAD_TYPES } from '../../../shared/domain/export/settings.ts';
import { RESULT } from '../strings.ts';
import type { ServiceClient } from './service-client.ts';

/** The event that says in which other type a result was delivered, and why. */
export const OTHER_TYPE = 'other-type';

/** Types that are tried for one result, those that the service names included. */
const MOST_TYPES = 6;

export interface ResultAddress {
  readonly address: string;
  readonly type: string;
  /** Why it isn't in the wanted type; null when it is. */
  readonly refusal: CleartakeError | null;
}

export interface WantedResult {
  readonly projectId: string;
  readonly remoteId: string;
  readonly type: string;
  /** Whether no other type will do. */
  readonly isForced: boolean;
}

/**
 * @throws CleartakeError resultTypeRefused when the service gives it in none of the types, projectUnknown when it gives none of them and
 *   doesn't know it, and whatever else the call throws
 */
export async function findResult(
  client: ServiceClient,
  { isForced, projectId, remoteId, type: wanted }: WantedResult,
  signal?: AbortSignal,
): Promise<ResultAddress> {
  const types: string[] = isForced ? [wanted] : [...new Set([wanted, ...DOWNLOAD_TYPES])];
  let refusal: CleartakeError | null = null;
  for (let index = 0; index < Math.min(types.length, MOST_TYPES); index += 1) {
    const type = types[index] ?? wanted;
    const answer = await client.askResult(projectId, remoteId, type, signal);
    if ('downloadUrl' in answer) return { address: answer.downloadUrl, type, refusal };
    refusal ??= answer.refusal;
    if (!isForced) types.push(...answer.offered.filter((offered) => !types.includes(offered)));
  }
  throw refusal === null || refusal.code === 'projectUnknown' ? new CleartakeError('projectUnknown') : refused(refusal);
}

function refused(cause: CleartakeError): CleartakeError {
  const { reason } = cause.parts;
  return new CleartakeError('resultTypeRefused', {
    cause,
    ...(cause.detail === undefined ? {} : { detail: cause.detail }),
    ...(reason === undefined ? {} : { parts: { ...RESULT.typeRefused, reason } }),
  });
}
