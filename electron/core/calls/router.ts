/** The contract as the core implements it, the type that every transport serves, and how errors become refusals. */

import {
  AsyncIteratorClass,
  type ImplementerInternalWithMiddlewares,
  implement,
  ORPCError,
  type Router,
} from '@orpc/server';
import { type Contract, contract } from '../../../shared/contract/index.ts';
import { REFUSED } from '../../../shared/contract/refusals.ts';
import { CleartakeError } from '../../../shared/domain/errors.ts';

type NoContext = Record<never, never>;
export type DeskRouter = Router<Contract, NoContext>;

/** A CleartakeError that a call or one of its events throws becomes REFUSED; anything else is thrown unchanged. */
export const os: ImplementerInternalWithMiddlewares<Contract, NoContext, NoContext> = implement(contract).use(
  async ({ next, signal }) => {
    try {
      const result = await next();
      return isEvents(result.output) ? { ...result, output: refusingEach(result.output, signal) } : result;
    } catch (failure) {
      throw refusalOf(failure);
    }
  },
);

function isEvents(output: unknown): output is AsyncIterator<unknown, unknown, void> {
  return typeof output === 'object' && output !== null && Symbol.asyncIterator in output;
}

/** Events until the page no longer wants them. */
function refusingEach<Event>(
  events: AsyncIterator<Event, unknown, void>,
  signal: AbortSignal | undefined,
): AsyncIteratorClass<Event, unknown, void> {
  return new AsyncIteratorClass(
    async () => {
      if (signal?.aborted === true) return { done: true, value: undefined };
      try {
        return await events.next();
      } catch (failure) {
        throw refusalOf(failure);
      }
    },
    async () => {
      await events.return?.().catch(() => undefined);
    },
  );
}

function refusalOf(failure: unknown): unknown {
  if (!(failure instanceof CleartakeError)) return failure;
  const { code, parts, userMessage } = failure;
  const { message, status } = REFUSED;
  return new ORPCError('REFUSED', { status, message, data: { code, userMessage, parts } });
}
