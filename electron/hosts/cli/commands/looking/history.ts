/** `cleartake history`: everything that was ever done. Reads the store without its lock, and uses no network. */

import { Option } from 'commander';
import type { ForeignProject } from '../../../../../shared/contract/care.ts';
import type { HistoryEntry } from '../../../../../shared/contract/history.ts';
import { type HistoryFacts, matches, sortValue } from '../../../../../shared/domain/history/facts.ts';
import {
  type HistoryFilter,
  type HistorySort,
  isFiltering,
  NEWEST_FIRST,
} from '../../../../../shared/domain/history/filter.ts';
import { viewOf } from '../../../../../shared/domain/history/filter-address.ts';
import { fileWordOf } from '../../../../../shared/domain/models.ts';
import { formatUsd, tableUsd } from '../../../../../shared/domain/money.ts';
import { countOf, formatDuration } from '../../../../../shared/domain/units.ts';
import type { Store } from '../../../../core/store/open-store.ts';
import type { JobPlace } from '../../../../core/store/tables/history.ts';
import {
  type CommandOptions,
  findConnection,
  takeKeyFromEnvironment,
  withDesk,
  withStore,
} from '../../access/access.ts';
import { connectionNamed } from '../../access/connection-named.ts';
import { EXIT, type ExitStatus } from '../../exit-status.ts';
import { BYTE_ORDER_MARK, print, printText } from '../../output/printer.ts';
import { localDay } from '../../reports/local-time.ts';
import { csvLine, jsonLine } from '../../reports/printable.ts';
import type { CliCommand } from '../../syntax/cli-command.ts';
import { addHistoryFilters, addressFrom } from './history/filters.ts';

export function command(program: CliCommand): void {
  addHistoryFilters(
    program.subcommand('history', 'show everything that was ever done; the filters are those of the desk’s History'),
  )
    .addOption(
      new Option('--compare <connection>', 'show the projects that only this service knows').conflicts([
        'search',
        'view',
      ]),
    )
    .option(
      '--bring-in',
      'with --compare: bring them into the history; `resume` downloads their results, nothing is charged',
    )
    .csv('one line per generation, for spreadsheets')
    .onDesk()
    .examples(
      'cleartake history --search interview --states done',
      'cleartake history --dates 2026-11-01..2026-11-30 --csv > november.csv',
      "cleartake history --json | jq -r 'select(.error) | .name'",
    )
    .run((options: Readonly<Record<string, unknown>> & HistoryOptions) => {
      const { compare } = options;
      return compare === undefined
        ? historyCommand({ ...options, address: addressFrom(options) })
        : compareCommand({ ...options, compare });
    });
}

const PAGE = 500;

interface HistoryOptions extends CommandOptions {
  /** Filter and order, as the page's address has them. */
  readonly address?: string;
  /** Names of connections; they replace those of the address. */
  readonly connection?: readonly string[];
  /** The name of a connection whose projects are shown instead. */
  readonly compare?: string;
  readonly bringIn?: boolean;
  readonly csv?: boolean;
}

/** @throws UsageError for an unknown connection */
export function historyCommand(options: HistoryOptions): Promise<ExitStatus> {
  return withStore(options, async (store) => {
    const { readEntries } = await import('../../../../core/features/history/read-history.ts');
    if (options.csv === true) printText(`${BYTE_ORDER_MARK}${CSV_COLUMNS.join(',')}\n`);
    if (store === null) return EXIT.done;
    const { filter, sort } = viewOf(options.address ?? '');
    const named = options.connection?.map((name) => connectionNamed(store, name));
    for (const ids of pagesOf(store, named === undefined ? filter : { ...filter, connections: named }, sort)) {
      // One write: hundreds of them take longer than reading the entries.
      const lines = readEntries(store, ids).flatMap((entry) => linesOf(entry, options));
      if (lines.length > 0) print(lines);
    }
    return EXIT.done;
  });
}

/** The desk's index may be behind, or was never made: every recording is looked at. */
function* pagesOf(store: Store, filter: HistoryFilter, sort: HistorySort): Iterable<readonly string[]> {
  const now = Date.now();
  if (!isFiltering(filter) && isNewestFirst(sort)) yield* newestFirst(store);
  else if (isNewestFirst(sort)) for (const ids of newestFirst(store)) yield found(store, ids, filter, now).map(jobIdOf);
  else {
    const all = [...newestFirst(store)].flatMap((ids) => found(store, ids, filter, now));
    const sign = sort.order === 'asc' ? 1 : -1;
    const sorted = all
      .map(({ facts, row }) => ({ jobId: facts.jobId, row, value: sortValue(facts, sort.by) }))
      .sort((one, other) => sign * (compare(one.value, other.value) || one.row - other.row))
      .map(({ jobId }) => jobId);
    for (let start = 0; start < sorted.length; start += PAGE) yield sorted.slice(start, start + PAGE);
  }
}

function* newestFirst(store: Store): Iterable<readonly string[]> {
  let after: JobPlace | null = null;
  do {
    const page: readonly (JobPlace & { readonly id: string })[] = store.history.page(after, PAGE);
    yield page.map(({ id }) => id);
    after = page.length < PAGE ? null : (page.at(-1) ?? null);
  } while (after !== null);
}

/** In the order of the ids. */
function found(store: Store, ids: readonly string[], filter: HistoryFilter, now: number) {
  const facts = new Map(store.history.facts(ids).map((one) => [one.facts.jobId, one]));
  return ids.flatMap((id) => facts.get(id) ?? []).filter((one) => matches(one.facts, filter, now));
}

const jobIdOf = ({ facts }: { readonly facts: HistoryFacts }) => facts.jobId;

const isNewestFirst = ({ by, order }: HistorySort) => by === NEWEST_FIRST.by && order === NEWEST_FIRST.order;

function compare(one: number | string, other: number | string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function linesOf(entry: HistoryEntry, options: HistoryOptions): readonly string[] {
  if (options.json === true) return [jsonLine(entry)];
  if (options.csv === true) return csvRows(entry);
  const day = localDay(entry.addedAt);
  const length = entry.durationSeconds === null ? '—' : formatDuration(entry.durationSeconds);
  const models = entry.generations.map(
    ({ model, state, amount }) => `${fileWordOf(model)} ${state}${amount === null ? '' : ` ${formatUsd(amount)} USD`}`,
  );
  const parts = [day, entry.name, length, entry.state, models.join(' · '), entry.error ?? ''];
  return [parts.filter((part) => part !== '').join('  ')];
}

const CSV_COLUMNS = [
  'added',
  'name',
  'connection',
  'project',
  'state',
  'seconds',
  'model',
  'generation',
  'generation state',
  'billed seconds',
  'usd',
  'output',
  'second output',
];

function csvRows(entry: HistoryEntry): string[] {
  return entry.generations.map((generation) =>
    csvLine([
      new Date(entry.addedAt).toISOString(),
      entry.name,
      entry.connection,
      entry.projectId ?? '',
      entry.state,
      entry.durationSeconds?.toFixed(3) ?? '',
      generation.model,
      generation.generationId ?? '',
      generation.state,
      generation.billableSeconds ?? '',
      tableUsd(generation.amount),
      generation.exportedPath ?? '',
      generation.alsoPath ?? '',
    ]),
  );
}

/** Projects that only a service knows, and, with `--bring-in`, their place in the history. Nothing is started or paid. @throws UsageError for an unknown connection */
export async function compareCommand(options: HistoryOptions & { readonly compare: string }): Promise<ExitStatus> {
  takeKeyFromEnvironment();
  const isPlain = options.json !== true && options.csv !== true;
  return await withDesk(options, async ({ client }) => {
    const { id: connectionId } = await findConnection(client, options.compare);
    const projects: ForeignProject[] = [];
    let known = 0;
    if (options.csv === true) print('project,name,model,status');
    for await (const event of await client.care.lookAtService({ connectionId })) {
      known = event.known;
      if (event.found === null) continue;
      projects.push(event.found);
      print(projectLines(event.found, options));
    }
    if (isPlain) {
      const [isNot, is] = [projects.length === 1 ? 'isn’t' : 'aren’t', known === 1 ? 'is' : 'are'];
      print(`${countOf(projects.length, 'project')} of the service ${isNot} here; ${known} ${is}.`);
    }
    if (projects.length === 0) return EXIT.done;
    if (options.bringIn !== true) {
      if (isPlain) print('To bring them in: the same command with --bring-in. Nothing is started or charged.');
      return EXIT.done;
    }
    const projectIds = projects.map(({ projectId }) => projectId);
    const { recordings } = await client.care.bringIn({ connectionId, projectIds, download: true });
    if (options.json === true) print(jsonLine({ event: 'brought-in', recordings }));
    else if (isPlain)
      print(
        `${countOf(recordings, 'recording')} brought in. \`cleartake resume\` downloads the results; nothing is charged.`,
      );
    return EXIT.done;
  });
}

function projectLines({ generations, name, projectId }: ForeignProject, { csv, json }: HistoryOptions): string[] {
  if (json === true) return [jsonLine({ event: 'project', projectId, name, generations })];
  if (csv === true) return generations.map(({ model, status }) => csvLine([projectId, name, model, status]));
  return [`${name}  ${generations.map(({ model, status }) => `${fileWordOf(model)} ${status}`).join(' · ')}`];
}
