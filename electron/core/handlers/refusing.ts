/** Turns errors of ours into the contract's one refusal, with the sentence for the person. */

import { CleartakeError } from '../../../shared/domain/errors.ts';

interface RefusalErrors {
  REFUSED(options: { readonly data: { readonly code: string; readonly userMessage: string } }): Error;
}

/** Runs `work`; a CleartakeError leaves as REFUSED, anything else as the fault that it is. */
export async function refusing<Result>(errors: RefusalErrors, work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (failure) {
    if (!(failure instanceof CleartakeError)) throw failure;
    throw errors.REFUSED({ data: { code: failure.code, userMessage: failure.userMessage } });
  }
}
