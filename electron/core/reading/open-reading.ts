/** Opens what reads for History and Costs beside the desk, and writes their lists into files. */

import type { TableEvent, TableRequest } from '../../../shared/contract/tables.ts';
import { progressEvents } from '../../platform/progress-events.ts';
import type { Ground } from '../calls/ground.ts';
import type { PathChecks } from '../calls/path-policy.ts';
import { os } from '../calls/router.ts';
import { costsHandlers, ledgerTable } from '../features/costs/costs.ts';
import { historyHandlers } from '../features/history/history.ts';
import { historyTable } from '../features/history/history-table.ts';
import type { TableFiles, TableText } from '../library/table-files.ts';
import type { DeskPorts } from '../ports.ts';
import { createReader, type DeskReader } from './reader.ts';

interface TablePorts extends Pick<DeskPorts, 'clock' | 'reveal'> {
  readonly reader: Pick<DeskReader, 'ask'>;
  readonly tableFiles: TableFiles;
}

export function openReading({ connections, paths, ports, store }: Ground, tableFiles: TableFiles) {
  const reader = createReader({ clock: ports.clock, database: paths.database, store });
  return {
    handlers: (checks: PathChecks) => ({
      history: historyHandlers(ports, store, reader),
      costs: costsHandlers({ connections, reader }),
      tables: tablesHandlers({ ...ports, reader, tableFiles }, checks),
    }),
    stop: reader.close,
  };
}

export function tablesHandlers(ports: TablePorts, { requireOutput }: PathChecks) {
  const { reveal, tableFiles } = ports;
  return {
    save: os.tables.save.handler(async function* ({ input, signal }): AsyncGenerator<TableEvent, void> {
      const { folder, table } = input;
      if (folder !== null) requireOutput({ output: { kind: 'folder', path: folder } });
      yield* saving(ports, table, folder, signal);
    }),
    show: os.tables.show.handler(({ input }) => {
      const file = tableFiles.pathOf(input.id);
      if (file === null || reveal === undefined) return { shown: false };
      reveal(file);
      return { shown: true };
    }),
  };
}

async function* saving(
  ports: TablePorts,
  table: TableRequest,
  folder: string | null,
  signal: AbortSignal | undefined,
): AsyncGenerator<TableEvent, void> {
  const { clock, reveal, tableFiles } = ports;
  const canShow = folder !== null && reveal !== undefined;
  let rows = 0;
  const onRows = (written: number) => {
    rows = written;
  };
  const events = progressEvents(clock, (stop) => tableFiles.write(textOf(ports, table), folder, onRows, stop), signal);
  for await (const { done } of events) yield { rows, made: done === null ? null : { ...done.result, canShow } };
}

function textOf({ clock, reader }: TablePorts, table: TableRequest): TableText {
  const day = new Date(clock.now()).toISOString().slice(0, 10);
  const fileName = `cleartake-${table.list}-${day}.${table.format}`;
  const parts =
    table.list === 'history'
      ? historyTable(reader, table.view, table.format)
      : ledgerTable(reader, table.filter, table.format);
  return { fileName, parts };
}
