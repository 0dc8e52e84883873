/** A client that calls the desk directly, without a transport: how a host uses the desk that it serves. */

import { createRouterClient, type Router } from '@orpc/server';
import type { Contract, DeskClient } from '../../../shared/contract/index.ts';
import { errorOfCall } from './call-errors.ts';

/** Calls validate and refuse exactly as they do over a transport. */
export function createDeskClient(router: Router<Contract, Record<never, never>>): DeskClient {
  return createRouterClient(router, { context: {} });
}

/** What became of paths that were to be put on the desk. */
export interface PutOnDesk {
  /** Recordings that were added. */
  readonly added: number;
  /** A message for each that was on the desk before. */
  readonly already: readonly string[];
  /** A message for each other that was left out and isn't harmless. */
  readonly skipped: readonly string[];
  /** Whether one of the paths doesn't exist. */
  readonly isMissing: boolean;
}

/**
 * Adds recordings to the queue without starting them.
 * @param paths absolute
 */
export async function putOnDesk(client: DeskClient, paths: readonly string[]): Promise<PutOnDesk> {
  const nothing: PutOnDesk = { added: 0, already: [], skipped: [], isMissing: false };
  if (paths.length === 0) return nothing;
  try {
    const { jobIds, skipped } = await client.queue.add({ paths: [...paths], start: false });
    const told = skipped.filter(({ harmless }) => harmless !== true);
    const words = (all: typeof told) => all.map(({ path, reason }) => `${path}: ${reason}`);
    return {
      added: jobIds.length,
      already: words(told.filter(({ kind }) => kind === 'in-queue')),
      skipped: words(told.filter(({ kind }) => kind !== 'in-queue')),
      isMissing: told.some(({ kind }) => kind === 'missing'),
    };
  } catch (thrown) {
    return { ...nothing, skipped: [errorOfCall(thrown).userMessage] };
  }
}
