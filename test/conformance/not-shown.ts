/** Rows of the specification that no run against a base URL can show, and why. */

export const NOT_SHOWN: readonly { readonly row: string; readonly why: string }[] = [];
