/** Above the rows: filters, what can be done with the whole queue, and search. */

import { useQueue } from '../../../state/desk-context.ts';
import { AddedRows } from './added-rows.tsx';
import { Filters } from './filters.tsx';
import classes from './list-bar.module.css';
import { QueueOptions } from './queue-options.tsx';
import { RetryFailed } from './retry-failed.tsx';
import { Search } from './search.tsx';
import { ClearFinished, KeepOrder, PauseAll } from './whole-queue.tsx';

export function ListBar() {
  const empty = useQueue((state) => state.order.length === 0);
  if (empty) return null;
  return (
    <div className={classes.listBar}>
      <Filters />
      <div className={classes.listEnd}>
        <AddedRows />
        <RetryFailed />
        <KeepOrder />
        <PauseAll />
        <ClearFinished />
        <QueueOptions />
        <Search />
      </div>
    </div>
  );
}
