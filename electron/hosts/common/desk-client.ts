/** The desk called directly, without a transport: how a host uses what it serves to others. */

import { ORPCError } from '@orpc/client';
import { createRouterClient, type Router } from '@orpc/server';
import type { Contract, DeskClient } from '../../../shared/contract/index.ts';
import { isErrorCode } from '../../../shared/domain/error-messages.ts';
import { CleartakeError, toCleartakeError } from '../../../shared/domain/errors.ts';

/** Calls validate and refuse exactly as they do over a transport. */
export function createDeskClient(router: Router<Contract, Record<never, never>>): DeskClient {
  return createRouterClient(router, { context: {} });
}

/** What a call of the client threw, as an error of ours: a refusal keeps its code and its sentence. */
export function errorOfCall(thrown: unknown): CleartakeError {
  if (!(thrown instanceof ORPCError) || thrown.code !== 'REFUSED') return toCleartakeError(thrown);
  const { code, userMessage } = thrown.data as { code: unknown; userMessage: string };
  return new CleartakeError(isErrorCode(code) ? code : 'unexpected', { userMessage, cause: thrown });
}

/**
 * Puts recordings on the desk, waiting for Start.
 * @param paths absolute
 * @returns one sentence for each that was not taken
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
