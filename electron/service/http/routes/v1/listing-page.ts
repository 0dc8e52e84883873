/** Pages of the two listings: a caller that asks for none gets the whole (service specification, "Generation endpoints"). */

import { refuse } from '../../../rules/refusal.ts';
import type { ListPage } from '../../../store/records.ts';
import { cutPage } from '../../views/common.ts';

const USUAL_PAGE = 100;

interface Asked {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

interface Listing<Row> {
  readonly rows: readonly Row[];
  /** Absent from the answer when no page was asked for. */
  readonly next: { readonly nextCursor?: string | null };
}

/**
 * @param list reads one entry more than the page has, to tell whether another follows
 * @throws refusal 400 when the cursor is not of this listing
 */
export async function listPage<Row>(
  { limit, cursor }: Asked,
  list: (page: ListPage | null) => Promise<readonly Row[] | null>,
  nameOf: (row: Row) => string,
): Promise<Listing<Row>> {
  const isPaged = limit !== undefined || cursor !== undefined;
  const size = limit ?? USUAL_PAGE;
  const rows = await list(isPaged ? { limit: size + 1, after: cursor ?? null } : null);
  if (rows === null) throw refuse(400, 'cursor is not the nextCursor of a page of this listing.');
  if (!isPaged) return { rows, next: {} };
  const [shown, nextCursor] = cutPage(rows, size, nameOf);
  return { rows: shown, next: { nextCursor } };
}
