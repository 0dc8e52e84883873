/** What things cost: models, batches, connections and shows, each with its models, most expensive first. */

import type { CostRow } from '../../../../shared/contract/costs.ts';
import {
  addCosts,
  type CostBy,
  type CostFilter,
  NO_COSTS,
  showName,
} from '../../../../shared/domain/costs/cost-sums.ts';
import { preferencesByShow, type ShowPreference } from '../../../../shared/domain/costs/preferences.ts';
import { MODELS, modelOf } from '../../../../shared/domain/models.ts';
import type { KeyedSums } from '../../store/costs/cost-sums.ts';
import type { Store } from '../../store/open-store.ts';

type ReadPorts = Pick<Store, 'batches' | 'connections' | 'costs'>;

const MOST_ROWS = 200;

/** @returns the most expensive, and how many are left out. Readers that hold no lock use it too. */
export function readRows(store: ReadPorts, by: CostBy, filter: CostFilter, most = MOST_ROWS) {
  const groups = new Map<string, KeyedSums[]>();
  for (const sums of store.costs.sums.by(by, filter)) {
    const key = by === 'model' ? sums.model : sums.key;
    groups.set(key, [...(groups.get(key) ?? []), sums]);
  }
  const preferences = by === 'show' ? preferencesByShow(store.costs.judged.recordings()) : [];
  const kept = [...groups].slice(0, most);
  return {
    rows: kept.map(([key, sums]) => rowOf(store, by, key, sums, preferences)),
    rest: groups.size - kept.length,
  };
}

function rowOf(
  store: ReadPorts,
  by: CostBy,
  key: string,
  all: readonly KeyedSums[],
  preferences: readonly ShowPreference[],
): CostRow {
  const models = all.map(({ batches: _, key: __, lastAt: ___, ...sums }) => sums);
  const found = preferences.find(({ folder }) => folder === key);
  return {
    id: key,
    ...namesOf(store, by, key),
    batches: Math.max(...all.map(({ batches }) => batches)),
    lastAt: Math.max(...all.map(({ lastAt }) => lastAt)),
    total: models.reduce(addCosts, NO_COSTS),
    models,
    preference: found === undefined ? null : { ...found },
  };
}

function namesOf({ batches, connections }: ReadPorts, by: CostBy, key: string): Pick<CostRow, 'label' | 'detail'> {
  switch (by) {
    case 'model':
      return { label: key in MODELS ? modelOf(key as keyof typeof MODELS).label : key, detail: '' };
    case 'connection':
      return { label: connections.get(key)?.name ?? key, detail: '' };
    case 'batch':
      return { label: batches.firstRecording(key) ?? '', detail: String(batches.get(key)?.createdAt ?? 0) };
    case 'show':
      return { label: showName(key), detail: key };
  }
}
