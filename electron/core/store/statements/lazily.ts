/** Statements that are prepared when they are first needed: a store that is only read may be older than some of them. */

/** @returns what `make` gave when it was asked for first */
export function lazily<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
