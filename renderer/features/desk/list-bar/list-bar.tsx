/** Above the rows: filters and search, or bulk actions while rows are selected. */

import { Button, CloseButton, Menu, TextInput } from '@mantine/core';
import { IconChevronDown, IconSearch, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { useDesk, useQueue } from '../../../state/desk-context.ts';
import { onlyPriority } from '../../../state/destination.ts';
import { isStartable, shownCounts } from '../../../state/job-group.ts';
import { clearSelection, type FilterName, viewStore } from '../../../state/view-store.ts';
import { type JobAction, possibleActions } from '../actions/job-actions.ts';
import { useJobActions } from '../actions/use-job-actions.ts';
import { startPrice } from '../batch-bar/quote-box.tsx';
import { BAR } from '../batch-bar/strings.ts';
import { useQuote } from '../batch-bar/use-quote.ts';
import { OrderItems } from '../queue-table/order.tsx';
import { ACTION_LABELS, FILTER_LABELS, MOVE, TABLE } from '../strings.ts';
import classes from './list-bar.module.css';
import { RetryFailed } from './retry-failed.tsx';

const FILTERS = Object.keys(FILTER_LABELS) as readonly FilterName[];
const BULK: readonly JobAction[] = ['start', 'pause', 'resume', 'try-now', 'retry', 'check-again', 'cancel', 'remove'];

export function ListBar() {
  const selected = useStore(viewStore, (view) => view.selected);
  // Removed recordings stay selected until the list is rendered without them.
  const still = useQueue(useShallow(({ jobs }) => [...selected].filter((id) => jobs.has(id))));
  return <div className={classes.listBar}>{still.length > 0 ? <BulkBar selected={still} /> : <Filters />}</div>;
}

function Filters() {
  const counts = useQueue(useShallow(shownCounts));
  const all = useQueue((state) => state.order.length);
  const filter = useStore(viewStore, (view) => view.filter);
  const search = useStore(viewStore, (view) => view.search);
  return (
    <>
      {FILTERS.map((name) => (
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
      <div className={classes.listEnd}>
        <RetryFailed />
        <TextInput
          size="xs"
          className={classes.search}
          aria-label={TABLE.search}
          placeholder={TABLE.search}
          leftSection={<IconSearch size={14} stroke={1.8} />}
          rightSection={
            search === '' ? null : (
              <CloseButton
                size="xs"
                aria-label={TABLE.clearSearch}
                onClick={() => viewStore.setState({ search: '' })}
              />
            )
          }
          value={search}
          onChange={(event) => viewStore.setState({ search: event.currentTarget.value })}
        />
      </div>
    </>
  );
}

function BulkBar({ selected }: { selected: readonly string[] }) {
  const actions = useJobActions();
  const possible = useQueue(useShallow(({ jobs }) => bulkActions(selected, jobs)));
  return (
    <>
      <span className={classes.count} role="status">
        {TABLE.selected(selected.length)}
      </span>
      {possible.map((action) =>
        action === 'start' ? (
          <StartSelected key={action} selected={selected} />
        ) : (
          <Button key={action} size="compact-sm" fz={12} h={28} px={10} onClick={() => actions.run(action, selected)}>
            {ACTION_LABELS[action]}
          </Button>
        ),
      )}
      <OrderMenu selected={selected} />
      <div className={classes.listEnd}>
        <Button
          size="compact-sm"
          fz={12}
          variant="subtle"
          color="gray"
          aria-label={TABLE.clear}
          leftSection={<IconX size={14} stroke={2} />}
          classNames={{ section: classes.clearIcon }}
          onClick={clearSelection}
        >
          <span className={classes.wide}>{TABLE.clear}</span>
        </Button>
      </div>
    </>
  );
}

/** Shows how many recordings it starts, and the price. */
function StartSelected({ selected }: { selected: readonly string[] }) {
  const actions = useJobActions();
  const startable = useQueue(
    useShallow(({ jobs }) =>
      selected.filter((id) => {
        const job = jobs.get(id);
        return job !== undefined && isStartable(job);
      }),
    ),
  );
  const quote = useQuote(startable);
  return (
    <Button size="compact-sm" fz={12} h={28} px={10} onClick={() => actions.run('start', startable)}>
      {BAR.start(startable.length)}
      {quote !== null && <span className={classes.cost}>· {startPrice(quote)}</span>}
    </Button>
  );
}

function OrderMenu({ selected }: { selected: readonly string[] }) {
  const { queue } = useDesk();
  const actions = useJobActions();
  const [open, setOpen] = useState(false);
  return (
    <Menu opened={open} onChange={setOpen} position="bottom-start" width={200}>
      <Menu.Target>
        <Button size="compact-sm" fz={12} h={28} px={10} rightSection={<IconChevronDown size={13} stroke={2} />}>
          {MOVE.menu}
        </Button>
      </Menu.Target>
      {open && (
        <Menu.Dropdown>
          <OrderItems actions={actions} jobIds={selected} priority={onlyPriority(selected, queue.getState().jobs)} />
        </Menu.Dropdown>
      )}
    </Menu>
  );
}

function bulkActions(
  selected: readonly string[],
  jobs: ReadonlyMap<string, Parameters<typeof possibleActions>[0]>,
): readonly JobAction[] {
  const found = new Set<JobAction>();
  for (const id of selected) {
    const job = jobs.get(id);
    if (job !== undefined) for (const action of possibleActions(job)) found.add(action);
    if (BULK.every((action) => found.has(action))) break;
  }
  return BULK.filter((action) => found.has(action));
}
