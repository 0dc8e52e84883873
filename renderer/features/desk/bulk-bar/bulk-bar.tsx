/** Below the filters while rows are selected: how many, and what can be done with them. */

import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Fragment, useState } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { JobView } from '../../../../shared/contract/views.ts';
import { BulkToolbar } from '../../../components/bulk-bar/bulk-bar.tsx';
import { RowCheckbox } from '../../../components/grid/row-controls.tsx';
import { redoPrice } from '../../../components/review/review-jobs.tsx';
import { useDesk, useQueue } from '../../../state/desk-context.ts';
import { onlyPriority } from '../../../state/destination.ts';
import { isStartable } from '../../../state/job-group.ts';
import { clearSelection, selectAll, viewStore } from '../../../state/view-store.ts';
import { type JobAction, possibleActions } from '../actions/job-actions.ts';
import { useJobActions } from '../actions/use-job-actions.ts';
import { startPrice } from '../batch-bar/quote-words.ts';
import { BAR } from '../batch-bar/strings.ts';
import { useQuote } from '../batch-bar/use-quote.ts';
import { WaitingButtons } from '../own/waiting-items.tsx';
import { OrderItems } from '../queue-table/order.tsx';
import { SendButton } from '../send/send-items.tsx';
import { ACTION_LABELS, MOVE, TABLE } from '../strings.ts';
import classes from './bulk-bar.module.css';

const BULK: readonly JobAction[] = [
  ...(['start', 'pause', 'resume', 'try-now', 'retry', 'check-again'] as const),
  ...(['accept', 'redo', 'cancel', 'remove'] as const),
];

/** @param props.ids the rows that are shown */
export function BulkBar({ ids }: { ids: readonly string[] }) {
  const selected = useStore(viewStore, (view) => view.selected);
  // Removed recordings stay selected until the list is rendered without them.
  const still = useQueue(useShallow(({ jobs }) => [...selected].filter((id) => jobs.has(id))));
  return still.length === 0 ? null : <Selection ids={ids} selected={still} />;
}

function Selection({ ids, selected }: { ids: readonly string[]; selected: readonly string[] }) {
  const actions = useJobActions();
  const possible = useQueue(useShallow(({ jobs }) => bulkActions(selected, jobs)));
  const all = selected.length >= ids.length;
  return (
    <BulkToolbar
      label={TABLE.bulk}
      line="below"
      said={TABLE.selectedOf(selected.length, ids.length)}
      clear={TABLE.clear}
      onClear={clearSelection}
      lead={
        <RowCheckbox
          aria-label={all ? TABLE.selectNone : TABLE.selectEvery}
          checked={all}
          indeterminate={!all}
          onChange={() => (all ? clearSelection() : selectAll(ids))}
        />
      }
    >
      {possible.map((action) =>
        action === 'start' ? (
          <Fragment key={action}>
            <StartSelected selected={selected} />
            <WaitingButtons jobIds={selected} />
          </Fragment>
        ) : (
          <Button
            key={action}
            size="compact-sm"
            data-destructive={action === 'remove' || undefined}
            onClick={() => actions.run(action, selected)}
          >
            {ACTION_LABELS[action]}
            {action === 'redo' && <RedoCost selected={selected} />}
          </Button>
        ),
      )}
      <SendButton jobIds={selected} />
      <OrderMenu selected={selected} />
    </BulkToolbar>
  );
}

/** Shows how many of the selected recordings it starts, and the price. */
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
    <Button size="compact-sm" onClick={() => actions.run('start', startable)}>
      {BAR.start(startable.length)}
      {quote !== null && <span className={classes.cost}>· {startPrice(quote)}</span>}
    </Button>
  );
}

/** What restoring all that are in review again costs, where it costs something. */
function RedoCost({ selected }: { selected: readonly string[] }) {
  const price = useQueue(({ jobs }) =>
    redoPrice(selected.flatMap((id) => jobs.get(id) ?? []).filter(({ state }) => state.kind === 'in-review')),
  );
  return price !== null && <span className={classes.cost}>· {price}</span>;
}

function OrderMenu({ selected }: { selected: readonly string[] }) {
  const { queue } = useDesk();
  const actions = useJobActions();
  const [open, setOpen] = useState(false);
  return (
    <Menu opened={open} onChange={setOpen} position="bottom-start" width={200}>
      <Menu.Target>
        <Button size="compact-sm" rightSection={<IconChevronDown size={13} stroke={2} />}>
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

/** What at least one of the selected recordings allows. */
function bulkActions(selected: readonly string[], jobs: ReadonlyMap<string, JobView>): readonly JobAction[] {
  const found = new Set<JobAction>();
  for (const id of selected) {
    const job = jobs.get(id);
    if (job !== undefined) for (const action of possibleActions(job)) found.add(action);
    if (BULK.every((action) => found.has(action))) break;
  }
  return BULK.filter((action) => found.has(action));
}
