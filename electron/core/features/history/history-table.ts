/** What a view of History shows as a file, CSV or JSON, written page by page. */

import { stringify } from 'csv-stringify/sync';
import type { HistoryEntry, HistoryIndexing, HistoryPlace } from '../../../../shared/contract/history.ts';
import type { TableFormat } from '../../../../shared/contract/tables.ts';
import { SHARED } from '../../../../shared/domain/error-messages/message.ts';
import type { Message } from '../../../../shared/domain/errors.ts';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import { folderOf } from '../../../../shared/domain/history/facts.ts';
import { viewOf } from '../../../../shared/domain/history/filter-address.ts';
import { tableUsd } from '../../../../shared/domain/money.ts';
import type { Reader } from '../../calls/reader.ts';
import type { TablePart } from '../../library/table-files.ts';
import type { HistoryAnswers } from './answers.ts';

const TABLE = {
  incomplete: (done: number, total: number): Message => ({
    what: `Cleartake is still preparing the search: ${done.toLocaleString('en')} of ${total.toLocaleString('en')} recordings can be found, and an export would leave out the others.`,
    safe: SHARED.notChanged,
    next: 'Export again when the note above the list is gone.',
  }),
};

const PAGE = 500;

interface SearchedPage {
  readonly entries: readonly HistoryEntry[];
  readonly next: HistoryPlace | null;
  /** Null once all of the past can be found. */
  readonly indexing: HistoryIndexing | null;
}

const COLUMNS = [
  ...['added', 'finished', 'name', 'folder', 'connection', 'project', 'preset', 'state', 'seconds', 'error'],
  ...['model', 'generation', 'generation state', 'billed seconds', 'usd', 'output', 'verdict', 'note', 'tags'],
  'second output',
];

/**
 * JSON is an array of what the page gets about each recording, with amounts in micro-USD.
 * @param view as the page's address has it
 * @throws CleartakeError `notPossibleNow` while the search is being prepared: rows would be missing
 */
export async function* historyTable(
  { ask }: Reader<Pick<HistoryAnswers, 'search'>>,
  view: string,
  format: TableFormat,
): AsyncGenerator<TablePart> {
  const { filter, sort } = viewOf(view);
  let after: HistoryPlace | null = null;
  let isFirst = true;
  yield { text: format === 'csv' ? stringify([COLUMNS], { bom: true }) : '[', rows: 0 };
  do {
    const page: SearchedPage = await ask('search', { ...{ filter, sort, after, offset: 0, limit: PAGE } });
    const { entries, indexing } = page;
    if (indexing !== null) {
      throw new CleartakeError('notPossibleNow', { parts: TABLE.incomplete(indexing.done, indexing.total) });
    }
    if (format === 'csv') yield csvOf(entries);
    else if (entries.length > 0) {
      const text = entries.map((entry) => `\n${JSON.stringify(entry)}`).join();
      yield { text: `${isFirst ? '' : ','}${text}`, rows: entries.length };
    }
    isFirst = false;
    after = page.next;
  } while (after !== null);
  if (format === 'json') yield { text: '\n]\n', rows: 0 };
}

/** A row for each result, and one for a recording without any. What a spreadsheet would run as a formula is quoted. */
function csvOf(entries: readonly HistoryEntry[]): TablePart {
  const rows = entries.flatMap((entry) => {
    const { generations } = entry;
    return generations.length === 0 ? [rowOf(entry, null)] : generations.map((generation) => rowOf(entry, generation));
  });
  return { text: stringify(rows, { escape_formulas: true }), rows: rows.length };
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
    tableUsd(amount),
    generation?.exportedPath,
    verdict === null ? '' : `${verdict.kind} ${verdict.takeLabel}`,
    note.note,
    note.tags.join('; '),
    generation?.alsoPath,
  ];
}
