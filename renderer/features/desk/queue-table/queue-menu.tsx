/** The menu of the queue: one for all rows, with the items of the row that it is opened for. */

import { Menu } from '@mantine/core';
import { IconPlaylist } from '@tabler/icons-react';
import { type RefObject, useMemo } from 'react';
import { useStore } from 'zustand';
import type { JobView } from '../../../../shared/contract/views.ts';
import type { GridHandle } from '../../../components/grid/grid.tsx';
import { RowMenu } from '../../../components/grid/row-controls.tsx';
import { useDesk, useJob } from '../../../state/desk-context.ts';
import { isOver } from '../../../state/job-group.ts';
import { closeMenu, viewStore } from '../../../state/view-store.ts';
import { actionLabel, possibleActions, type RowAction } from '../actions/row-actions.ts';
import { SendItems } from '../actions/send-items.tsx';
import { useRowActions } from '../actions/use-row-actions.ts';
import { startPrice } from '../batch-bar/quote-words.ts';
import { useQuote } from '../batch-bar/use-quote.ts';
import { askForTracks, hasTracks } from '../own/choose-tracks.tsx';
import { TRACKS } from '../own/strings.ts';
import { WaitingItems } from '../own/waiting-items.tsx';
import { QUEUE_TABLE } from '../strings.ts';
import { OrderItems } from './order.tsx';
import classes from './queue.module.css';
import { rowElement } from './use-grid-keys.ts';

interface QueueMenuProps {
  readonly ids: readonly string[];
  readonly rowHeight: number;
  readonly handle: RefObject<GridHandle | null>;
}

export function QueueMenu({ ids, rowHeight, handle }: QueueMenuProps) {
  const menu = useStore(viewStore, (view) => view.menu);
  const id = menu?.id ?? '';
  const job = useJob(id);
  const index = menu === null ? -1 : ids.indexOf(id);
  if (menu === null || job === undefined || index < 0) return null;

  function close(): void {
    closeMenu(id);
    rowElement(handle.current, id)?.focus({ preventScroll: true });
  }

  return (
    <RowMenu
      key={id}
      label={QUEUE_TABLE.menu(job.name)}
      top={index * rowHeight}
      rowHeight={rowHeight}
      at={menu.at}
      onClose={close}
    >
      <RowMenuItems job={job} />
    </RowMenu>
  );
}

function RowMenuItems({ job }: { job: JobView }) {
  const desk = useDesk();
  const actions = useRowActions();
  const possible = possibleActions(job).filter(({ isNotInMenu }) => !isNotInMenu);
  const destructive = possible.filter(({ isDestructive }) => isDestructive);
  const jobIds = useMemo(() => [job.id], [job.id]);
  const item = (action: RowAction) => (
    <Item key={action.id} action={action} job={job} onClick={() => actions.run(action.id, jobIds)} />
  );
  return (
    <>
      {possible.filter(({ isDestructive }) => !isDestructive).map(item)}
      <WaitingItems jobIds={jobIds} />
      {hasTracks(job) && (
        <Menu.Item leftSection={<IconPlaylist size={15} stroke={1.8} />} onClick={() => askForTracks(desk, job)}>
          {TRACKS.item}
        </Menu.Item>
      )}
      <SendItems jobIds={jobIds} />
      {!isOver(job) && (
        <>
          <Menu.Divider />
          <OrderItems actions={actions} jobIds={jobIds} priority={job.priority} />
        </>
      )}
      {destructive.length > 0 && (
        <>
          <Menu.Divider />
          {destructive.map(item)}
        </>
      )}
    </>
  );
}

function StartCost({ jobId }: { jobId: string }) {
  const quote = useQuote(useMemo(() => [jobId], [jobId]));
  return quote !== null && <span className={classes.note}>{startPrice(quote)}</span>;
}

/** What it costs, where it costs something. */
function ActionCost({ action: { price }, job }: { action: RowAction; job: JobView }) {
  if (price === undefined) return null;
  if (price === 'quoted') return <StartCost jobId={job.id} />;
  const words = price([job]);
  return words !== null && <span className={classes.note}>{words}</span>;
}

interface ItemProps {
  readonly action: RowAction;
  readonly job: JobView;
  readonly onClick: () => void;
}

function Item({ action, job, onClick }: ItemProps) {
  const { icon: Icon, isDestructive } = action;
  return (
    <Menu.Item
      leftSection={<Icon size={15} stroke={1.8} />}
      rightSection={isDestructive ? null : <ActionCost action={action} job={job} />}
      {...(isDestructive ? { color: 'var(--ct-bad)' } : {})}
      onClick={onClick}
    >
      {actionLabel(action, job)}
    </Menu.Item>
  );
}
