/** The filters, each with the number of its recordings. They stay while rows are selected. */

import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { useQueue } from '../../../state/desk-context.ts';
import { shownCounts } from '../../../state/job-group.ts';
import { type FilterName, viewStore } from '../../../state/view-store.ts';
import { FILTER_LABELS, QUEUE_TABLE } from '../strings.ts';
import classes from './list-bar.module.css';

export const FILTERS = Object.keys(FILTER_LABELS) as readonly FilterName[];

export function Filters() {
  const counts = useQueue(useShallow(shownCounts));
  const all = useQueue((state) => state.order.length);
  const filter = useStore(viewStore, (view) => view.filter);
  // Few batches need it.
  const shown = FILTERS.filter((name) => name !== 'could-be-better' || name === filter || counts[name] > 0);
  return (
    <fieldset className={classes.filters} aria-label={QUEUE_TABLE.filters}>
      {shown.map((name) => (
        <button
          key={name}
          type="button"
          className={classes.filter}
          aria-pressed={name === filter}
          data-empty={name !== 'all' && counts[name] === 0}
          data-name={name}
          onClick={() => viewStore.setState({ filter: name })}
        >
          {FILTER_LABELS[name]} <span>{name === 'all' ? all : counts[name]}</span>
        </button>
      ))}
    </fieldset>
  );
}
