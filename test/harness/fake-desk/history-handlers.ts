/** History on the fake desk: the same rules, without an index. */

import { verdictWords } from '../../../renderer/components/strings.ts';
import type { HistoryDetails, HistoryEntry, HistorySums } from '../../../shared/contract/history.ts';
import type { JobView } from '../../../shared/contract/views.ts';
import { folderOf, type HistoryFacts, matches, sortValue } from '../../../shared/domain/history/facts.ts';
import type { HistoryFilter, HistorySort } from '../../../shared/domain/history/filter.ts';
import { hasEnded } from '../../../shared/domain/job-state.ts';
import type { FakeState } from './fake-state.ts';
import { historyOf } from './fake-views.ts';
import { type Os, refuse } from './refuse.ts';
import { NO_NOTE } from './verdict-handlers.ts';

interface Found {
  readonly id: number;
  readonly entry: HistoryEntry;
  readonly facts: HistoryFacts;
}

export function historyHandlers(os: Os, fake: FakeState) {
  const entryOf = (job: JobView): HistoryEntry =>
    historyOf(job, {
      verdict: fake.opinions.verdicts.get(job.id)?.[0] ?? null,
      note: fake.opinions.notes.get(job.id) ?? NO_NOTE,
    });
  const all = (): Found[] =>
    [...fake.jobs.values()]
      .map((job, id) => ({ job, id }))
      .filter(({ job }) => job.started && !fake.forgotten.has(job.id))
      .map(({ job, id }) => {
        const entry = entryOf(job);
        return { id, entry, facts: factsOf(job, entry) };
      });
  const found = (filter: HistoryFilter) => all().filter(({ facts }) => matches(facts, filter, fake.options.now()));

  return {
    search: os.history.search.handler(({ input: { filter, sort, after, limit, offset } }) => {
      if (fake.historyFails) throw refuse('storeUnwritable');
      const rows = sorted(found(filter), sort);
      const start = offset + (after === null ? 0 : rows.findIndex(({ id }) => id === after.id) + 1);
      const page = rows.slice(start, start + limit);
      const last = page.at(-1);
      return {
        entries: page.map(({ entry }) => entry),
        next: last === undefined || start + limit >= rows.length ? null : { value: last.value, id: last.id },
        found: sumsOf(rows),
        total: all().length,
        indexing: fake.indexing,
      };
    }),
    ids: os.history.ids.handler(({ input: { filter, sort, offset, limit } }) => {
      const jobIds = sorted(found(filter), sort).map(({ entry }) => entry.jobId);
      return { jobIds: jobIds.slice(offset, offset + limit), isMore: jobIds.length > offset + limit };
    }),
    details: os.history.details.handler(({ input }) => {
      const job = fake.jobs.get(input.jobId);
      if (fake.historyFails) throw refuse('storeUnwritable');
      if (job === undefined) throw refuse('notFound');
      return detailsOf(job);
    }),
    groups: os.history.groups.handler(({ input: { filter, by } }) => {
      const rows = found(filter);
      const groups = Map.groupBy(rows, ({ facts }) => facts[by]);
      return {
        groups: [...groups]
          .map(([key, own]) => {
            const { isMore: _, ...sums } = sumsOf(own);
            return { id: key, ...sums, latest: Math.max(...own.map(({ facts }) => facts.addedAt)) };
          })
          .sort((one, other) => other.latest - one.latest),
        found: sumsOf(rows),
      };
    }),
    forget: os.history.forget.handler(({ input }) => {
      const jobIds = input.jobIds.filter((id) => {
        const job = fake.jobs.get(id);
        return job !== undefined && hasEnded(job.state);
      });
      for (const id of jobIds) fake.forgotten.add(id);
      return { jobIds };
    }),
    recall: os.history.recall.handler(({ input }) => {
      for (const id of input.jobIds) fake.forgotten.delete(id);
    }),
    saved: os.history.saved.handler(() => [...fake.savedSearches]),
    setSaved: os.history.setSaved.handler(({ input }) => {
      fake.savedSearches = input;
    }),
    choices: os.history.choices.handler(() => {
      const facts = all().map((row) => row.facts);
      const unique = (values: readonly string[]) => [...new Set(values)].filter((value) => value !== '');
      return {
        connections: fake.connections.map(({ id, name }) => ({ id, name })),
        tags: unique(facts.flatMap(({ tags }) => tags)),
        shows: unique(facts.map(({ show }) => show)),
      };
    }),
  };
}

function sorted(rows: readonly Found[], { by, order }: HistorySort) {
  return rows
    .map((row) => ({ ...row, value: sortValue(row.facts, by) }))
    .sort((one, other) => compare(one, other) * (order === 'asc' ? 1 : -1));
}

/** A quote and a hold for each result, and the charge; the source and the first output are there. */
function detailsOf({ addedAt, folder, generations, name }: JobView): HistoryDetails {
  return {
    files: [
      { kind: 'source', model: null, generationId: null, path: `${folder}/${name}`, isThere: true },
      ...generations
        .filter(({ state }) => state === 'stored')
        .map(({ id: generationId, exportedPath, model }, index) => ({
          ...{ kind: 'output' as const, model, generationId, isThere: index === 0 },
          path: exportedPath ?? `/library/${name} ${model}.wav`,
        })),
    ],
    lines: generations
      .filter(({ charged }) => charged)
      .flatMap(({ amount, id, model }) =>
        (['quote', 'hold', 'charge'] as const).map((kind, index) => ({
          ...{ id: `${id} ${kind}`, kind, model, amount, seconds: 60 },
          at: addedAt + index * 60_000,
        })),
      ),
  };
}

function compare(
  one: { readonly value: string | number; readonly id: number },
  other: { readonly value: string | number; readonly id: number },
) {
  if (one.value !== other.value) return one.value < other.value ? -1 : 1;
  return one.id - other.id;
}

function sumsOf(rows: readonly Found[]): HistorySums {
  const sum = (of: (facts: HistoryFacts) => number | null) =>
    rows.reduce((total, { facts }) => total + (of(facts) ?? 0), 0);
  return { count: rows.length, isMore: false, cost: sum(({ cost }) => cost), seconds: sum(({ seconds }) => seconds) };
}

function factsOf(job: JobView, entry: HistoryEntry): HistoryFacts {
  const { cost, error, name, note, preset, verdict } = entry;
  const kinds = { keep: 'kept', reject: 'rejected', better: 'better' } as const;
  return {
    jobId: job.id,
    name,
    show: folderOf(entry.sourcePath),
    batch: entry.batchId,
    connection: job.connectionId,
    connectionName: entry.connection,
    connectionLabel: null,
    preset: preset ?? '',
    state: job.state.kind,
    isReused: job.generations.length > 0 && job.generations.every(({ reused }) => reused),
    models: job.generations.map(({ model }) => model),
    verdicts: verdict === null ? [] : [kinds[verdict.kind]],
    verdictWords: verdict === null ? [] : [verdictWords(verdict)],
    note: note.note,
    tags: note.tags,
    error: error ?? '',
    addedAt: entry.addedAt,
    finishedAt: entry.finishedAt,
    seconds: entry.durationSeconds,
    cost,
  };
}
