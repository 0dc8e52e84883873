/** What a call of the desk's client threw. Needs no part of oRPC, so that a command which makes no call doesn't load it. */

import { isErrorCode } from '../../../shared/domain/error-messages/table.ts';
import { CleartakeError, type Message, messageOf, toCleartakeError } from '../../../shared/domain/errors.ts';

interface Refusal {
  readonly code: unknown;
  readonly userMessage: string;
  readonly parts?: Message;
}

/** As a CleartakeError: a refusal keeps its code and its message. */
export function errorOfCall(thrown: unknown): CleartakeError {
  if (!isRefusal(thrown)) return toCleartakeError(thrown);
  const { code, ...rest } = thrown.data;
  const known = isErrorCode(code) ? code : 'unexpected';
  return new CleartakeError(known, { parts: messageOf({ code: known, ...rest }), cause: thrown });
}

/** An oRPC error with the contract's one refusal (shared/contract/refusals.ts). */
function isRefusal(thrown: unknown): thrown is Error & { readonly data: Refusal } {
  if (!(thrown instanceof Error && 'code' in thrown && 'data' in thrown)) return false;
  return thrown.code === 'REFUSED' && typeof thrown.data === 'object' && thrown.data !== null;
}
