/** `cleartake history`: everything that was ever done. Reads the store without its lock, and uses no network. */

import type { HistoryEntry } from '../../../../shared/contract/history.ts';
import { formatUsd } from '../../../../shared/domain/money.ts';
import { formatDuration } from '../../../../shared/domain/units.ts';
import { readHistory } from '../../../core/handlers/finished/read-history.ts';
import { EXIT, type ExitStatus } from '../exit-status.ts';
import { type ReadOptions, reading } from '../open-store.ts';
import { csvLine, jsonLine, printable } from '../reports/printable.ts';

const PAGE = 500;

export interface HistoryOptions extends ReadOptions {
  readonly search?: string;
  readonly csv?: boolean;
}

export function historyCommand(options: HistoryOptions): ExitStatus {
  return reading(options, (store) => {
    if (options.csv === true) print(CSV_COLUMNS.join(','));
    for (let offset = 0; store !== null; offset += PAGE) {
      const entries = readHistory(store, options.search ?? '', offset, PAGE);
      // One write: hundreds of them take longer than reading the entries.
      const lines = entries.flatMap((entry) => linesOf(entry, options));
      if (lines.length > 0) print(lines.join('\n'));
      if (entries.length < PAGE) break;
    }
    return EXIT.done;
  });
}

function linesOf(entry: HistoryEntry, options: HistoryOptions): readonly string[] {
  if (options.json === true) return [jsonLine(entry)];
  if (options.csv === true) return csvRows(entry);
  const day = new Date(entry.addedAt).toISOString().slice(0, 10);
  const length = entry.durationSeconds === null ? '—' : formatDuration(entry.durationSeconds);
  const models = entry.generations.map(
    ({ model, state, amount }) => `${model} ${state}${amount === null ? '' : ` ${formatUsd(amount)} USD`}`,
  );
  const parts = [day, printable(entry.name), length, entry.state, models.join(' · '), entry.error ?? ''];
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
      generation.amount === null ? '' : (generation.amount / 1_000_000).toFixed(6),
      generation.exportedPath ?? '',
    ]),
  );
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
