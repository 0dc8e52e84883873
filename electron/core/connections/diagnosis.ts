/** What a failed test of a connection found, in one or two plain sentences. */

import type { CleartakeError } from '../../../shared/domain/errors.ts';
import { PAGE_ANSWERED } from '../api/failures.ts';
import { CONNECTION_TEST } from './strings.ts';

/** @param error of the cheapest call there is, the project list */
export function diagnose({ code, detail = '', userMessage }: CleartakeError): string {
  const { failed, faults, page } = CONNECTION_TEST;
  if (detail.endsWith(PAGE_ANSWERED) || code === 'redirectRefused') return page;
  const isNetwork = code === 'serviceUnreachable' || code === 'certificateNotTrusted';
  return (isNetwork ? faults[detail.split(',')[0] ?? ''] : undefined) ?? failed[code] ?? userMessage;
}
