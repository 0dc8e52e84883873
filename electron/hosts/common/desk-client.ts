/** A client that calls the desk directly, without a transport: how a host uses the desk that it serves. */

import { createRouterClient, type Router } from '@orpc/server';
import type { Contract, DeskClient } from '../../../shared/contract/index.ts';
import { errorOfCall } from './call-errors.ts';

/** Calls validate and refuse exactly as they do over a transport. */
export function createDeskClient(router: Router<Contract, Record<never, never>>): DeskClient {
  return createRouterClient(router, { context: {} });
}

/**
 * Adds recordings to the queue without starting them.
 * @param paths absolute
 * @returns a message for each that was skipped and isn't harmless
 */
export async function putOnDesk(client: DeskClient, paths: readonly string[]): Promise<readonly string[]> {
  if (paths.length === 0) return [];
  try {
    const { skipped } = await client.queue.add({ paths: [...paths], start: false });
    return skipped.filter(({ harmless }) => harmless !== true).map(({ path, reason }) => `${path}: ${reason}`);
  } catch (thrown) {
    return [errorOfCall(thrown).userMessage];
  }
}
