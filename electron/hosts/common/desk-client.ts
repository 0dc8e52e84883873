/** A client that calls the desk directly, without a transport: how a host uses the desk that it serves. */

import { ORPCError } from '@orpc/client';
import { createRouterClient, type Router } from '@orpc/server';
import type { Contract, DeskClient } from '../../../shared/contract/index.ts';
import { isErrorCode } from '../../../shared/domain/error-messages/table.ts';
import { CleartakeError, type Message, messageOf, toCleartakeError } from '../../../shared/domain/errors.ts';

/** Calls validate and refuse exactly as they do over a transport. */
export function createDeskClient(router: Router<Contract, Record<never, never>>): DeskClient {
  return createRouterClient(router, { context: {} });
}

/** What a call of the client threw, as a CleartakeError: a refusal keeps its code and its message. */
export function errorOfCall(thrown: unknown): CleartakeError {
  if (!(thrown instanceof ORPCError) || thrown.code !== 'REFUSED') return toCleartakeError(thrown);
  const { code, ...rest } = thrown.data as { code: unknown; userMessage: string; parts?: Message };
  const known = isErrorCode(code) ? code : 'unexpected';
  return new CleartakeError(known, { parts: messageOf({ code: known, ...rest }), cause: thrown });
}

/**
 * Adds recordings to the queue without starting them.
 * @param paths absolute
 * @returns a message for each that was skipped
 */
export async function putOnDesk(client: DeskClient, paths: readonly string[]): Promise<readonly string[]> {
  if (paths.length === 0) return [];
  try {
    const { skipped } = await client.queue.add({ paths: [...paths], start: false });
    return skipped.map(({ path, reason }) => `${path}: ${reason}`);
  } catch (thrown) {
    return [errorOfCall(thrown).userMessage];
  }
}
