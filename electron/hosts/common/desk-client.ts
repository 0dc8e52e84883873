/** The desk called directly, without a transport: how a host uses what it serves to others. */

import { createRouterClient, type Router } from '@orpc/server';
import type { Contract, DeskClient } from '../../../shared/contract/index.ts';

/** Calls validate and refuse exactly as they do over a transport. */
export function createDeskClient(router: Router<Contract, Record<never, never>>): DeskClient {
  return createRouterClient(router, { context: {} });
}
