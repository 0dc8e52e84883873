/** How handlers ask questions that take long in a long history: they are answered beside the desk, which stays free. */

/** Answers by name: each takes one value, and what it gives can be copied to another thread. */
type Answers<Name extends string> = { readonly [Key in Name]: (input: never) => unknown };

/** @typeParam All the answers that are asked for; the desk's reader gives those of every feature */
export interface Reader<All extends Answers<keyof All & string>> {
  /**
   * Questions are answered in order.
   * @param signal takes back a question that wasn't asked yet
   * @throws CleartakeError as the answer did; `unexpected` when the thread dies over the question each time
   */
  ask<Name extends keyof All & string>(
    name: Name,
    input: Parameters<All[Name]>[0],
    signal?: AbortSignal,
  ): Promise<Awaited<ReturnType<All[Name]>>>;
}
