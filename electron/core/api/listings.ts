/** Listings, whole: what a service answers in pages is followed to its end. */

import { CleartakeError } from '../../../shared/domain/errors.ts';
import type { ListingRest } from '../../../shared/service-api/answers.ts';

/** A service that gives more pages than this gives them without end. */
const MOST_PAGES = 1000;

/**
 * Reads every page. A part must never pass for the whole: what is not in a listing counts as not started.
 * @param ask reads one page; without a cursor the first one, or everything
 * @throws CleartakeError serviceAnswerUnreadable when the end can't be reached; what `ask` throws
 */
export async function wholeListing<Page extends ListingRest, Entry>(
  ask: (page: { readonly cursor?: string }) => Promise<Page>,
  entriesOf: (page: Page) => readonly Entry[],
): Promise<readonly Entry[]> {
  const first = await ask({});
  const entries = [...entriesOf(first)];
  const seen = new Set<string>();
  for (let page = first; ; ) {
    const { nextCursor: cursor, hasMore } = page;
    if (!cursor && hasMore !== true) return entries;
    if (!cursor) throw endless('it has more, and no cursor');
    if (seen.has(cursor) || seen.size === MOST_PAGES) throw endless('its pages have no end');
    seen.add(cursor);
    page = await ask({ cursor });
    entries.push(...entriesOf(page));
  }
}

function endless(detail: string): CleartakeError {
  return new CleartakeError('serviceAnswerUnreadable', { detail: `the listing is not whole: ${detail}` });
}
