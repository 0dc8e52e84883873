/** Closes a switch over a union: the compiler objects when a case is missing, and so does the program. */
export function assertNever(value: never, what = 'value'): never {
  throw new TypeError(`Unexpected ${what}: ${JSON.stringify(value)}`);
}
