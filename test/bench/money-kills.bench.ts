/** Books after many kills in the middle of charges, invoices and withdrawals. */

import path from 'node:path';
import { openDatabase } from '../../electron/platform/sqlite.ts';
import * as schema from '../../electron/service/store/sqlite/schema/all.ts';
import { findWrongs } from '../harness/money/check-books.ts';
import { workAndDie } from '../harness/money/kills.ts';
import type { Bench } from './bench.ts';

const KILLS = 100;
const MIGRATIONS = path.resolve(import.meta.dirname, '../../electron/service/migrations');

export const bench: Bench = {
  measures: `Times that books were out of order after one of ${KILLS} kills`,
  unit: 'kills',
  target: 0,
  better: 'lower',
  run: async (folder) => {
    const file = path.join(folder, 'service.sqlite');
    let wrong = 0;
    for (let kill = 1; kill <= KILLS; kill++) {
      await workAndDie(file, MIGRATIONS, kill);
      const { raw, close } = openDatabase({ path: file, schema });
      const wrongs = findWrongs(raw);
      close();
      if (wrongs.length > 0) wrong += 1;
      for (const claim of wrongs) console.error(`After kill ${kill}: ${claim}`);
    }
    return { value: wrong, details: { kills: KILLS } };
  },
};
