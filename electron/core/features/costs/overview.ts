/** The sums of a period, of the periods of a chart, and the prices that applied. */

import type { CostOverview, CostPeriodView } from '../../../../shared/contract/costs.ts';
import type { CostFilter } from '../../../../shared/domain/costs/cost-sums.ts';
import type { Store } from '../../store/open-store.ts';

/** @param starts of the chart's periods, and the end of the last one */
export function readOverview(
  { connections, costs }: Pick<Store, 'connections' | 'costs'>,
  starts: readonly number[],
  filter: CostFilter,
): CostOverview {
  const periods = new Map<number, CostPeriodView>(starts.slice(0, -1).map((start) => [start, { start, models: [] }]));
  for (const { batches: _, key: __, lastAt: ___, start, ...sums } of costs.sums.byPeriod(starts, filter))
    periods.get(start)?.models.push(sums);
  return {
    total: costs.sums.total(filter),
    held: costs.sums.held(filter),
    periods: [...periods.values()],
    prices: costs.prices(),
    connections: costs.sums.connections().flatMap((id) => {
      const name = connections.get(id)?.name;
      return name === undefined ? [] : [{ id, name }];
    }),
  };
}
