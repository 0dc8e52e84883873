/** The contract as the core implements it, the type that every transport serves, and how errors become refusals. */

import { implement, type Router } from '@orpc/server';
import { type Contract, contract } from '../../../shared/contract/index.ts';
import { CleartakeError, type Message } from '../../../shared/domain/errors.ts';

export const os = implement(contract);
export type DeskRouter = Router<Contract, Record<never, never>>;

interface RefusalErrors {
  REFUSED(options: {
    readonly data: { readonly code: string; readonly userMessage: string; readonly parts: Message };
  }): Error;
}

/** Runs `work` and turns a CleartakeError into REFUSED; anything else is thrown unchanged. */
export async function refusing<Result>(errors: RefusalErrors, work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (failure) {
    if (!(failure instanceof CleartakeError)) throw failure;
    throw errors.REFUSED({ data: { code: failure.code, userMessage: failure.userMessage, parts: failure.parts } });
  }
}

/** Events until the page no longer wants them; a failure becomes a refusal. */
export async function* refusingEach<Event>(
  errors: RefusalErrors,
  events: AsyncGenerator<Event, void>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Event, void> {
  try {
    while (signal?.aborted !== true) {
      const { done, value } = await refusing(errors, () => events.next());
      if (done === true) return;
      yield value;
    }
  } finally {
    await events.return().catch(() => undefined);
  }
}
