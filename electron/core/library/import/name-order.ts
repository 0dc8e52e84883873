/** Sorts the entries of large folders by name without keeping others waiting. */

import { compareNames } from '../../../../shared/domain/name-order.ts';

/** Names sorted in one part. */
const PART = 2000;

/** A stable merge sort that yields to the event loop: a folder may hold tens of thousands of files. */
export async function inNameOrder<Named extends { readonly name: string }>(all: readonly Named[]): Promise<Named[]> {
  let parts: Named[][] = [];
  for (let start = 0; start < all.length; start += PART) {
    if (start > 0) await new Promise(setImmediate);
    parts.push(all.slice(start, start + PART).sort(inOrder));
  }
  while (parts.length > 1) {
    const merged: Named[][] = [];
    for (let index = 0; index < parts.length; index += 2) {
      await new Promise(setImmediate);
      merged.push(merge(parts[index] ?? [], parts[index + 1] ?? []));
    }
    parts = merged;
  }
  return parts[0] ?? [];
}

function inOrder(one: { readonly name: string }, other: { readonly name: string }): number {
  return compareNames(one.name, other.name);
}

function merge<Named extends { readonly name: string }>(first: readonly Named[], second: readonly Named[]): Named[] {
  const merged: Named[] = [];
  let taken = 0;
  for (const one of first) {
    for (let other = second[taken]; other !== undefined && inOrder(other, one) < 0; other = second[++taken])
      merged.push(other);
    merged.push(one);
  }
  return merged.concat(second.slice(taken));
}
