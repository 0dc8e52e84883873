/** Lists as files: none is written, but each is told of as the desk tells it. */

import type { TableEvent } from '../../../shared/contract/tables.ts';
import type { FakeState } from './fake-state.ts';
import type { Os } from './refuse.ts';

export function tableHandlers(os: Os, { tables }: FakeState) {
  return {
    save: os.tables.save.handler(async function* ({ input, signal }): AsyncGenerator<TableEvent, void> {
      tables.saved.push(input);
      const { folder, table } = input;
      if (tables.isSlow) {
        yield { rows: 12_500, made: null };
        await new Promise((resolve) => signal?.addEventListener('abort', resolve, { once: true }));
        tables.cancelled += 1;
        return;
      }
      const id = folder === null ? 'part:table' : 'table';
      const fileName = `cleartake-${table.list}-2026-11-23.${table.format}`;
      yield { rows: 12_500, made: { id, fileName, canShow: folder !== null } };
    }),
    show: os.tables.show.handler(({ input }) => {
      tables.shown.push(input.id);
      return { shown: true };
    }),
  };
}
