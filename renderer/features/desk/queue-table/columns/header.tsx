/** The headings of the queue: select all, and a button for each column that sorts by it. */

import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react';
import { useStore } from 'zustand';
import grid from '../../../../components/grid/grid.module.css';
import { GridPart } from '../../../../components/grid/grid.tsx';
import { RowCheckbox } from '../../../../components/grid/row-controls.tsx';
import { announce } from '../../../../state/page-stores.ts';
import { nextSort, type Sort, type SortColumn } from '../../../../state/rows/sorting.ts';
import { clearSelection, selectAll, viewStore } from '../../../../state/view-store.ts';
import { HEADINGS, QUEUE_COLUMNS, QUEUE_TABLE, SORT } from '../../strings.ts';
import classes from './columns.module.css';

/** @param props.ids the rows that are shown */
export function Header({ ids }: { ids: readonly string[] }) {
  const selected = useStore(viewStore, (view) => view.selected.size);
  const sort = useStore(viewStore, (view) => view.sort);
  const all = ids.length > 0 && selected >= ids.length;
  return (
    <GridPart part="row" aria-rowindex={1} className={`${classes.columns} ${grid.head}`}>
      <GridPart part="columnheader" className={classes.check}>
        <RowCheckbox
          aria-label={QUEUE_TABLE.selectAll}
          disabled={ids.length === 0}
          checked={all}
          indeterminate={selected > 0 && !all}
          onChange={() => (all ? clearSelection() : selectAll(ids))}
        />
      </GridPart>
      <Heading column="length" sort={sort} />
      <Heading column="recording" sort={sort} />
      <GridPart part="columnheader" className={`${classes.cell} cut`}>
        {HEADINGS.models}
      </GridPart>
      <Heading column="stage" sort={sort} />
      <Heading column="cost" sort={sort} className={`${classes.cost} ${classes.end}`} />
      <GridPart part="columnheader" className={classes.last}>
        {sort === null ? (
          <span className="visually-hidden">{QUEUE_TABLE.actions}</span>
        ) : (
          <button type="button" className={classes.manual} onClick={() => sortBy(null)}>
            {SORT.manual}
            <IconX size={12} stroke={2} aria-hidden="true" />
          </button>
        )}
      </GridPart>
    </GridPart>
  );
}

interface HeadingProps {
  readonly column: SortColumn;
  readonly sort: Sort | null;
  readonly className?: string | undefined;
}

function Heading({ column, sort, className = '' }: HeadingProps) {
  const own = sort?.column === column ? sort : null;
  const Icon = own?.descending === true ? IconArrowDown : IconArrowUp;
  return (
    <GridPart
      part="columnheader"
      className={`${classes.cell} ${className}`}
      aria-sort={own === null ? 'none' : own.descending ? 'descending' : 'ascending'}
    >
      <button
        type="button"
        className={classes.heading}
        data-sorted={own !== null || undefined}
        title={SORT.by(QUEUE_COLUMNS[column])}
        onClick={() => sortBy(nextSort(sort, column))}
      >
        <span>{column === 'length' ? HEADINGS.length : QUEUE_COLUMNS[column]}</span>
        <Icon size={12} stroke={2} aria-hidden="true" />
      </button>
    </GridPart>
  );
}

function sortBy(sort: Sort | null): void {
  viewStore.setState({ sort });
  announce(sort === null ? SORT.isManual : SORT.sorted(QUEUE_COLUMNS[sort.column], sort.descending));
}
