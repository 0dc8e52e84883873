/** Over the rows while some are selected: how many, and what can be done with them. */

import { Button, Menu } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import { Fragment, useState } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { JobView } from '../../../../shared/contract/views.ts';
import { BulkToolbar } from '../../../components/bulk-bar/bulk-bar.tsx';
import { useDesk, useQueue } from '../../../state/desk-context.ts';
import { isStartable } from '../../../state/job-group.ts';
import { onlyPriority } from '../../../state/reorder.ts';
import { clearSelection, viewStore } from '../../../state/view-store.ts';
import { ROW_ACTIONS, type RowAction } from '../actions/row-actions.ts';
import { SendButton } from '../actions/send-items.tsx';
import { useRowActions } from '../actions/use-row-actions.ts';
import { startPrice } from '../batch-bar/quote-words.ts';
import { BAR } from '../batch-bar/strings.ts';
import { useQuote } from '../batch-bar/use-quote.ts';
import { WaitingButtons, WaitingItems } from '../own/waiting-items.tsx';
import { QUEUE_TABLE } from '../strings.ts';
import { OrderItems } from './order.tsx';
import classes from './queue.module.css';

const BULK = ROW_ACTIONS.filter(({ bulk }) => bulk !== undefined).sort((a, b) => (a.bulk ?? 0) - (b.bulk ?? 0));

/** @param props.ids the rows that are shown */
export function QueueBulkBar({ ids }: { ids: readonly string[] }) {
  const selected = useStore(viewStore, (view) => view.selected);
  // Removed recordings stay selected until the list is rendered without them.
  const still = useQueue(useShallow(({ jobs }) => [...selected].filter((id) => jobs.has(id))));
  return still.length === 0 ? null : <Selection ids={ids} selected={still} />;
}

function Selection({ ids, selected }: { ids: readonly string[]; selected: readonly string[] }) {
  const actions = useRowActions();
  const possible = useQueue(useShallow(({ jobs }) => bulkActions(selected, jobs)));
  const roomy = useMediaQuery('(min-width: 1180px)', true, { getInitialValueInEffect: false });
  const shown = possible
    .filter(({ isDestructive, isRare }) => isDestructive !== true && isRare !== true)
    .slice(0, roomy ? MOST_SHOWN : 2);
  const others = possible.filter((action) => !shown.includes(action));
  return (
    <BulkToolbar
      label={QUEUE_TABLE.bulk}
      said={QUEUE_TABLE.selectedOf(selected.length, ids.length)}
      clear={QUEUE_TABLE.clear}
      onClear={clearSelection}
    >
      {shown.map((action) =>
        action.price === 'quoted' ? (
          <Fragment key={action.id}>
            <StartSelected selected={selected} />
            <WaitingButtons jobIds={selected} />
          </Fragment>
        ) : (
          <Button key={action.id} size="compact-sm" onClick={() => actions.run(action.id, selected)}>
            {action.label}
            <Cost action={action} selected={selected} />
          </Button>
        ),
      )}
      <SendButton jobIds={selected} />
      <MoreMenu actions={others} selected={selected} hasButtons={shown.some(({ price }) => price === 'quoted')} />
    </BulkToolbar>
  );
}

/** Buttons of actions; the others are in a menu. */
const MOST_SHOWN = 4;

/** Shows how many of the selected recordings it starts, and the price. */
function StartSelected({ selected }: { selected: readonly string[] }) {
  const actions = useRowActions();
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
      {quote !== null && <span className={classes.bulkCost}>· {startPrice(quote)}</span>}
    </Button>
  );
}

/** What it costs for all of them, where it costs something. */
function Cost({ action: { price }, selected }: { action: RowAction; selected: readonly string[] }) {
  const words = useQueue(({ jobs }) =>
    typeof price === 'function' ? price(selected.flatMap((id) => jobs.get(id) ?? [])) : null,
  );
  return words !== null && <span className={classes.bulkCost}>· {words}</span>;
}

interface MoreMenuProps {
  readonly actions: readonly RowAction[];
  readonly selected: readonly string[];
  /** Settings are changed by buttons, which stand beside Start. */
  readonly hasButtons: boolean;
}

/** What has no button: the rest of the actions, settings of rows that failed, and the order. */
function MoreMenu({ actions: others, hasButtons, selected }: MoreMenuProps) {
  const { queue } = useDesk();
  const actions = useRowActions();
  const [open, setOpen] = useState(false);
  return (
    <Menu opened={open} onChange={setOpen} position="top-end" width={220}>
      <Menu.Target>
        <Button size="compact-sm" rightSection={<IconChevronDown size={13} stroke={2} />}>
          {QUEUE_TABLE.more}
        </Button>
      </Menu.Target>
      {open && (
        <Menu.Dropdown>
          {!hasButtons && <WaitingItems jobIds={selected} />}
          <OrderItems actions={actions} jobIds={selected} priority={onlyPriority(selected, queue.getState().jobs)} />
          {others.length > 0 && <Menu.Divider />}
          {others.map(({ icon: Icon, id, isDestructive, label }) => (
            <Menu.Item
              key={id}
              leftSection={<Icon size={15} stroke={1.8} />}
              {...(isDestructive ? { color: 'var(--ct-bad)' } : {})}
              onClick={() => actions.run(id, selected)}
            >
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      )}
    </Menu>
  );
}

/** What at least one of the selected recordings allows. */
function bulkActions(selected: readonly string[], jobs: ReadonlyMap<string, JobView>): readonly RowAction[] {
  return BULK.filter((action) => selected.some((id) => isAllowed(action, jobs.get(id))));
}

function isAllowed(action: RowAction, job: JobView | undefined): boolean {
  return job !== undefined && action.when(job);
}
