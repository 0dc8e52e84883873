/** The menu of the queue: one for all rows, with the items of the row that it is opened for. */

import { Menu } from '@mantine/core';
import {
  IconCheck,
  IconCoins,
  IconDownload,
  IconFileDownload,
  IconFolder,
  IconFolderSearch,
  IconHelp,
  IconInfoCircle,
  IconKey,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerPlayFilled,
  IconPlugConnected,
  IconPlus,
  IconRefresh,
  IconScissors,
  IconSearch,
  IconTrash,
  IconX,
} from '@tabler/icons-react';
import { type ComponentType, type ReactNode, type RefObject, useMemo } from 'react';
import { useStore } from 'zustand';
import type { GenerationView, JobView } from '../../../../shared/contract/views.ts';
import { MODELS } from '../../../../shared/domain/models.ts';
import type { GridHandle } from '../../../components/grid/grid.tsx';
import { RowMenu } from '../../../components/grid/row-menu.tsx';
import { addableModels, addModel } from '../../../components/jobs/results.ts';
import { saveRaw, saveResult } from '../../../components/jobs/save-result.ts';
import { RESULTS } from '../../../components/jobs/strings.ts';
import { redoPrice } from '../../../components/review/review-jobs.tsx';
import { useDesk, useJob } from '../../../state/desk-context.ts';
import { closeMenu, viewStore } from '../../../state/view-store.ts';
import { actionLabel, isOver, type JobAction, possibleActions } from '../actions/job-actions.ts';
import { useJobActions } from '../actions/use-job-actions.ts';
import { startPrice } from '../batch-bar/quote-words.ts';
import { useQuote } from '../batch-bar/use-quote.ts';
import { WaitingItems } from '../own/waiting-items.tsx';
import { SendItems } from '../send/send-items.tsx';
import { ACTION_LABELS, TABLE } from '../strings.ts';
import { OrderItems } from './order.tsx';
import classes from './queue.module.css';
import { rowOf } from './use-scroll-to-row.ts';

const ICONS: Readonly<Record<JobAction, ComponentType<{ size?: number; stroke?: number }>>> = {
  start: IconPlayerPlay,
  pause: IconPlayerPause,
  resume: IconPlayerPlay,
  'try-now': IconRefresh,
  retry: IconRefresh,
  cancel: IconX,
  remove: IconTrash,
  compare: IconPlayerPlayFilled,
  'accept-truncated': IconScissors,
  answer: IconHelp,
  'check-again': IconSearch,
  'start-again': IconRefresh,
  reveal: IconFolder,
  details: IconInfoCircle,
  'enter-key': IconKey,
  connections: IconPlugConnected,
  'change-cap': IconCoins,
  agree: IconCheck,
  accept: IconCheck,
  redo: IconRefresh,
  'find-source': IconFolderSearch,
};

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
    rowOf(handle.current, id)?.focus({ preventScroll: true });
  }

  return (
    <RowMenu
      key={id}
      label={TABLE.menu(job.name)}
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
  const actions = useJobActions();
  const possible = possibleActions(job);
  const jobIds = useMemo(() => [job.id], [job.id]);
  return (
    <>
      {possible
        .filter((action) => action !== 'remove' && action !== 'answer')
        .map((action) => (
          <Item
            key={action}
            action={action}
            label={actionLabel(action, job)}
            note={<ActionCost action={action} job={job} />}
            onClick={() => actions.run(action, [job.id])}
          />
        ))}
      <WaitingItems jobIds={jobIds} />
      <SendItems jobIds={jobIds} />
      {job.generations
        .filter((generation) => generation.state === 'stored')
        .map((generation) => (
          <SaveItems key={generation.id} job={job} generation={generation} />
        ))}
      {addableModels(job).map((model) => (
        <Menu.Item
          key={model}
          leftSection={<IconPlus size={15} stroke={1.8} />}
          onClick={() => addModel(desk, job.id, model)}
        >
          {RESULTS.addModel(MODELS[model].label)}
        </Menu.Item>
      ))}
      {!isOver(job) && (
        <>
          <Menu.Divider />
          <OrderItems actions={actions} jobIds={[job.id]} priority={job.priority} />
        </>
      )}
      {possible.includes('remove') && (
        <>
          <Menu.Divider />
          <Item action="remove" label={ACTION_LABELS.remove} onClick={() => actions.run('remove', [job.id])} />
        </>
      )}
    </>
  );
}

function SaveItems({ job, generation }: { job: JobView; generation: GenerationView }) {
  const desk = useDesk();
  const take = `result:${generation.id}`;
  const { label } = MODELS[generation.model];
  return (
    <>
      <Menu.Item
        leftSection={<IconDownload size={15} stroke={1.8} />}
        onClick={() => void saveResult(desk, take, job.name)}
      >
        {RESULTS.save(label)}
      </Menu.Item>
      <Menu.Item leftSection={<IconFileDownload size={15} stroke={1.8} />} onClick={() => void saveRaw(take)}>
        {RESULTS.saveRaw(label)}
      </Menu.Item>
    </>
  );
}

function StartCost({ jobId }: { jobId: string }) {
  const quote = useQuote(useMemo(() => [jobId], [jobId]));
  return quote !== null && <span className={classes.note}>{startPrice(quote)}</span>;
}

/** What it costs, where it costs something. */
function ActionCost({ action, job }: { action: JobAction; job: JobView }) {
  if (action === 'start') return <StartCost jobId={job.id} />;
  const price = action === 'redo' ? redoPrice([job]) : null;
  return price !== null && <span className={classes.note}>{price}</span>;
}

interface ItemProps {
  readonly action: JobAction;
  readonly label: string;
  /** Shown at the end of the item, for example a price. */
  readonly note?: ReactNode;
  readonly onClick: () => void;
}

function Item({ action, label, note = null, onClick }: ItemProps) {
  const Icon = ICONS[action];
  return (
    <Menu.Item
      leftSection={<Icon size={15} stroke={1.8} />}
      rightSection={note}
      {...(action === 'remove' ? { color: 'var(--ct-bad)' } : {})}
      onClick={onClick}
    >
      {label}
    </Menu.Item>
  );
}
