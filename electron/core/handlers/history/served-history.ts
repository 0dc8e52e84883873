/** What a view of History shows as a file, CSV or JSON, written page by page. */

import { stringify } from 'csv-stringify/sync';
import type { HistoryEntry, HistoryPlace } from '../../../../shared/contract/history.ts';
import { historyQuery } from '../../../../shared/contract/page/history-address.ts';
import { folderOf } from '../../../../shared/domain/history/facts.ts';
import { viewOf } from '../../../../shared/domain/history/filter-address.ts';
import { MICRO_USD_PER_USD } from '../../../../shared/domain/money.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { FileFormat } from '../costs/cost-file.ts';
import type { ServedCosts } from '../costs/served-costs.ts';
import type { Reader } from '../reading/reader.ts';

const PAGE = 500;

const COLUMNS = [
  ...['added', 'finished', 'name', 'folder', 'connection', 'project', 'preset', 'state', 'seconds', 'error'],
  ...['model', 'generation', 'generation state', 'billed seconds', 'usd', 'output', 'verdict', 'note', 'tags'],
];

/** @returns null for an address that asks for something else */
export function servedHistory(
  reader: Pick<Reader, 'ask'>,
  clock: Pick<Clock, 'now'>,
  query: URLSearchParams,
): ServedCosts | null {
  const asked = historyQuery.safeParse(Object.fromEntries(query)).data;
  if (asked === undefined) return null;
  const { format, view } = asked;
  const day = new Date(clock.now()).toISOString().slice(0, 10);
  return { fileName: `cleartake-history-${day}.${format}`, format, parts: partsOf(reader, view, format) };
}

/** JSON is an array of what the page is told about each recording, with amounts in micro-USD. */
async function* partsOf({ ask }: Pick<Reader, 'ask'>, view: string, format: FileFormat): AsyncGenerator<string> {
  const { filter, sort } = viewOf(view);
  let after: HistoryPlace | null = null;
  let isFirst = true;
  yield format === 'csv' ? stringify([COLUMNS]) : '[';
  do {
    const page: { readonly entries: readonly HistoryEntry[]; readonly next: HistoryPlace | null } = await ask(
      'search',
      {
        ...{ filter, sort, after, offset: 0, limit: PAGE },
      },
    );
    if (format === 'csv') yield csvOf(page.entries);
    else if (page.entries.length > 0)
      yield `${isFirst ? '' : ','}${page.entries.map((entry) => `\n${JSON.stringify(entry)}`).join()}`;
    isFirst = false;
    after = page.next;
  } while (after !== null);
  if (format === 'json') yield '\n]\n';
}

/** A row for each result, and one for a recording without any. What a spreadsheet would run as a formula is quoted. */
function csvOf(entries: readonly HistoryEntry[]): string {
  const rows = entries.flatMap((entry) => {
    const { generations } = entry;
    return generations.length === 0 ? [rowOf(entry, null)] : generations.map((generation) => rowOf(entry, generation));
  });
  return stringify(rows, { escape_formulas: true });
}

function rowOf(entry: HistoryEntry, generation: HistoryEntry['generations'][number] | null) {
  const { addedAt, durationSeconds, finishedAt, note, sourcePath, verdict } = entry;
  const amount = generation?.amount ?? null;
  return [
    new Date(addedAt).toISOString(),
    finishedAt === null ? '' : new Date(finishedAt).toISOString(),
    ...[entry.name, folderOf(sourcePath), entry.connection, entry.projectId, entry.preset, entry.state],
    durationSeconds?.toFixed(3),
    entry.error,
    ...[generation?.model, generation?.generationId, generation?.state, generation?.billableSeconds],
    amount === null ? '' : (amount / MICRO_USD_PER_USD).toFixed(6),
    generation?.exportedPath,
    verdict === null ? '' : `${verdict.kind} ${verdict.takeLabel}`,
    note.note,
    note.tags.join('; '),
  ];
}
