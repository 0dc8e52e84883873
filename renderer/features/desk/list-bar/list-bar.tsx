/** Above the rows: filters, what can be done with the whole queue, and search. */

import { Button, CloseButton, TextInput } from '@mantine/core';
import { IconArrowDown, IconSearch } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { KeyCap } from '../../../components/marks/marks.tsx';
import { useShortcuts } from '../../../components/shortcuts/use-shortcuts.ts';
import { useDesk, useQueue } from '../../../state/desk-context.ts';
import { shownCounts } from '../../../state/job-group.ts';
import { clearAdded } from '../../../state/queue-store.ts';
import { type FilterName, scrollToRow, viewStore, wantSearch } from '../../../state/view-store.ts';
import { isFolded, visibleOf } from '../../../state/visible-rows.ts';
import { ADDED, FILTER_LABELS, FOLDED, QUEUE_TABLE } from '../strings.ts';
import classes from './list-bar.module.css';
import { QueueOptions } from './queue-options.tsx';
import { useRetryCommand } from './retry-failed.tsx';
import { KeepOrder } from './whole-queue.tsx';

export const FILTERS = Object.keys(FILTER_LABELS) as readonly FilterName[];

/** Few batches need them. */
const RARE: ReadonlySet<FilterName> = new Set(['waiting', 'could-be-better', 'cancelled']);

export function ListBar() {
  useRetryCommand();
  return (
    <div className={classes.listBar}>
      <Filters />
      <div className={classes.listEnd}>
        <Folded />
        <AddedRows />
        <KeepOrder />
        <QueueOptions />
        <Search />
      </div>
    </div>
  );
}

/** What ended before the last Start, while it is folded away. */
function Folded() {
  const { queue } = useDesk();
  const foldedBefore = useStore(viewStore, (view) => view.foldedBefore);
  const isAll = useStore(viewStore, ({ filter, search }) => filter === 'all' && search === '');
  useQueue((state) => (foldedBefore === null ? 0 : state.counts.done + state.counts.cancelled));
  if (foldedBefore === null || !isAll) return null;
  const count = [...queue.getState().jobs.values()].filter((job) => isFolded(job, foldedBefore)).length;
  if (count === 0) return null;
  return (
    <Button size="compact-sm" variant="subtle" color="gray" onClick={() => viewStore.setState({ foldedBefore: null })}>
      {FOLDED.show(count)}
    </Button>
  );
}

function AddedRows() {
  const desk = useDesk();
  const added = useQueue((state) => state.added);
  const [first] = added;
  if (first === undefined) return null;

  function show(id: string): void {
    if (!visibleOf(desk).includes(id)) viewStore.setState({ filter: 'all', foldedBefore: null, search: '' });
    scrollToRow(id, true);
    clearAdded(desk.queue);
  }

  return (
    <Button
      size="compact-sm"
      variant="light"
      rightSection={<IconArrowDown size={13} stroke={2} />}
      onClick={() => show(first)}
    >
      {ADDED.show(added.length)}
    </Button>
  );
}

function Search() {
  const search = useStore(viewStore, (view) => view.search);
  const input = useRef<HTMLInputElement>(null);
  const wanted = useStore(viewStore, (view) => view.searchWanted);
  useEffect(() => {
    if (!wanted) return;
    viewStore.setState({ searchWanted: false });
    input.current?.focus();
    input.current?.select();
  }, [wanted]);
  useShortcuts([
    ['/', wantSearch],
    ['shift+/', wantSearch],
  ]);
  return (
    <TextInput
      ref={input}
      size="xs"
      className={classes.search}
      aria-label={QUEUE_TABLE.search}
      placeholder={QUEUE_TABLE.searchHint}
      leftSection={<IconSearch size={14} stroke={1.8} />}
      rightSectionPointerEvents={search === '' ? 'none' : 'auto'}
      rightSection={
        search === '' ? (
          <span className={classes.slash} aria-hidden="true">
            <KeyCap>/</KeyCap>
          </span>
        ) : (
          <CloseButton
            size="xs"
            aria-label={QUEUE_TABLE.clearSearch}
            onClick={() => viewStore.setState({ search: '' })}
          />
        )
      }
      value={search}
      onChange={(event) => viewStore.setState({ search: event.currentTarget.value })}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || search === '') return;
        event.stopPropagation();
        viewStore.setState({ search: '' });
      }}
    />
  );
}

function Filters() {
  const counts = useQueue(useShallow(shownCounts));
  const all = useQueue((state) => state.order.length);
  const filter = useStore(viewStore, (view) => view.filter);
  const shown = FILTERS.filter((name) => !RARE.has(name) || name === filter || (name !== 'all' && counts[name] > 0));
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
