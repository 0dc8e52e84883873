/** The button and the menu at the end of a row. */

import { ActionIcon, Button, Menu } from '@mantine/core';
import {
  IconDots,
  IconDownload,
  IconFolder,
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
import { type ComponentType, type ReactNode, useEffect, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import { fileAddress } from '../../../../shared/contract/media-addresses.ts';
import type { JobView } from '../../../../shared/contract/views.ts';
import { MODELS } from '../../../../shared/domain/models.ts';
import { addableModels, addModel } from '../../../components/jobs/results.ts';
import { RESULTS } from '../../../components/jobs/strings.ts';
import { useDesk, useSession } from '../../../state/desk-context.ts';
import { holdsCopies } from '../../../state/session-store.ts';
import { openMenu, viewStore } from '../../../state/view-store.ts';
import { isOver, type JobAction, nextStep, possibleActions } from '../actions/job-actions.ts';
import { useJobActions } from '../actions/use-job-actions.ts';
import { startPrice } from '../batch-bar/quote-box.tsx';
import { useQuote } from '../batch-bar/use-quote.ts';
import { ACTION_LABELS, TABLE } from '../strings.ts';
import { OrderItems } from './order.tsx';
import classes from './queue.module.css';

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
};

export function RowAction({ job }: { job: JobView }) {
  const actions = useJobActions();
  const copies = useSession(holdsCopies);
  const step = nextStep(job, copies);
  if (step === null) return null;
  const Icon = ICONS[step];
  return (
    <Button
      size="compact-sm"
      fz={12}
      px={10}
      h={28}
      miw={0}
      tabIndex={-1}
      leftSection={step === 'compare' ? <Icon size={11} /> : null}
      onClick={(event) => {
        event.stopPropagation();
        actions.run(step, [job.id]);
      }}
    >
      {ACTION_LABELS[step]}
    </Button>
  );
}

/** Renders its items only while open: fifty thousand rows have a menu each. */
export function RowMenu({ job }: { job: JobView }) {
  const open = useStore(viewStore, (view) => view.menu === job.id);
  const button = useRef<HTMLButtonElement>(null);

  // Close the menu when its row scrolls out of the virtual list.
  useEffect(() => () => viewStore.setState(({ menu }) => ({ menu: menu === job.id ? null : menu })), [job.id]);

  function change(opened: boolean): void {
    if (opened) {
      openMenu(job.id);
      return;
    }
    viewStore.setState({ menu: null });
    button.current?.closest<HTMLElement>('[data-job]')?.focus({ preventScroll: true });
  }

  return (
    <Menu
      opened={open}
      onChange={change}
      position="bottom-end"
      width={230}
      // The key that opens the menu must not count as a click outside it.
      clickOutsideEvents={['mousedown', 'touchstart']}
    >
      <Menu.Target>
        <ActionIcon
          ref={button}
          aria-label={TABLE.menu(job.name)}
          data-row-menu
          tabIndex={-1}
          size={28}
          onClick={(event) => event.stopPropagation()}
        >
          <IconDots size={17} stroke={1.8} />
        </ActionIcon>
      </Menu.Target>
      {open && (
        <Menu.Dropdown
          onClick={(event) => event.stopPropagation()}
          onDoubleClick={(event) => event.stopPropagation()}
          onKeyDown={(event) => event.stopPropagation()}
        >
          <RowMenuItems job={job} />
        </Menu.Dropdown>
      )}
    </Menu>
  );
}

function RowMenuItems({ job }: { job: JobView }) {
  const desk = useDesk();
  const actions = useJobActions();
  const possible = possibleActions(job);
  return (
    <>
      {possible
        .filter((action) => action !== 'remove' && action !== 'answer')
        .map((action) => (
          <Item
            key={action}
            action={action}
            note={action === 'start' ? <StartCost jobId={job.id} /> : null}
            onClick={() => actions.run(action, [job.id])}
          />
        ))}
      {job.generations
        .filter((generation) => generation.state === 'stored')
        .map((generation) => (
          <Menu.Item
            key={generation.id}
            component="a"
            href={fileAddress(`result:${generation.id}`)}
            download
            leftSection={<IconDownload size={15} stroke={1.8} />}
          >
            {RESULTS.save(MODELS[generation.model].label)}
          </Menu.Item>
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
          <Item action="remove" onClick={() => actions.run('remove', [job.id])} />
        </>
      )}
    </>
  );
}

function StartCost({ jobId }: { jobId: string }) {
  const quote = useQuote(useMemo(() => [jobId], [jobId]));
  return quote !== null && <span className={classes.note}>{startPrice(quote)}</span>;
}

interface ItemProps {
  readonly action: JobAction;
  /** Shown at the end of the item, for example a price. */
  readonly note?: ReactNode;
  readonly onClick: () => void;
}

function Item({ action, note = null, onClick }: ItemProps) {
  const Icon = ICONS[action];
  return (
    <Menu.Item leftSection={<Icon size={15} stroke={1.8} />} rightSection={note} onClick={onClick}>
      {ACTION_LABELS[action]}
    </Menu.Item>
  );
}
