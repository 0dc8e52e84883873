/** What a failed test of a connection found, in one or two plain sentences. */

import { CleartakeError, type ErrorCode, textOf } from '../../../shared/domain/errors.ts';
import { PAGE_ANSWERED } from '../api/failures.ts';
import type { ServiceClient } from '../api/service-client.ts';
import { CONNECTION_TEST } from './strings.ts';

/**
 * Looks for everything that restoring needs and that can be seen without leaving anything at the service.
 * @returns null when nothing is in the way @throws what is no CleartakeError
 */
export async function findProblem(
  client: Pick<ServiceClient, 'paths' | 'test' | 'testCreation'>,
  signal: AbortSignal,
): Promise<{ readonly sentence: string; readonly code: ErrorCode } | null> {
  const { mayNotCreate, noCreation, noListing } = CONNECTION_TEST;
  const listing = await failureOf(client.test(signal));
  if (listing !== null && !NOT_THERE.has(listing.code)) return { sentence: diagnose(listing), code: listing.code };
  const creation = await failureOf(client.testCreation(signal));
  if (listing !== null) {
    const sentence = creation === null ? noListing(client.paths.listProjects) : diagnose(listing);
    return { sentence, code: listing.code };
  }
  if (creation === null) return null;
  const { code } = creation;
  if (code === 'callUnknown') return { sentence: noCreation(client.paths.createProject), code };
  return { sentence: code === 'keyMayNot' ? mayNotCreate : diagnose(creation), code };
}

/** What a path is answered that leads nowhere. */
const NOT_THERE: ReadonlySet<ErrorCode> = new Set(['projectUnknown', 'callUnknown', 'serviceAnswerUnreadable']);

async function failureOf(call: Promise<void>): Promise<CleartakeError | null> {
  try {
    await call;
    return null;
  } catch (failure) {
    if (failure instanceof CleartakeError) return failure;
    throw failure;
  }
}

/** @param error of the cheapest call there is, the project list */
export function diagnose({ code, detail = '', parts, userMessage }: CleartakeError): string {
  const { failed, faults, page } = CONNECTION_TEST;
  if (detail.endsWith(PAGE_ANSWERED) || code === 'redirectRefused') return page;
  const isNetwork = code === 'serviceUnreachable' || code === 'certificateNotTrusted';
  const found = (isNetwork ? faults[detail.split(',')[0] ?? ''] : undefined) ?? failed[code];
  if (found === undefined) return userMessage;
  return BILLING.has(code) ? textOf({ what: found, ...quoteOf(parts) }, 'desk') : found;
}

/** Of these the service's own words tell most. */
const BILLING: ReadonlySet<string> = new Set(['billingStopped', 'paymentFailed', 'spendLimitExceeded']);

function quoteOf({ reason }: CleartakeError['parts']) {
  return reason === undefined ? {} : { reason };
}
