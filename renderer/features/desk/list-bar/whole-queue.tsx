/** What can be done with the whole queue: pause what runs, keep the order of sorted rows, remove what is finished. */

import { Button } from '@mantine/core';
import { IconPin, IconPlayerPauseFilled, IconPlayerPlayFilled, IconPlaylistX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { useQueue } from '../../../state/desk-context.ts';
import { viewStore } from '../../../state/view-store.ts';
import { useQueueActions } from '../actions/queue-actions.ts';
import { QUEUE, SORT } from '../strings.ts';
import classes from './list-bar.module.css';

/** Only while something runs, or stands still by it. */
export function PauseAll() {
  const paused = useQueue((state) => state.totals.paused);
  const running = useQueue(({ counts }) => counts.active + counts.waiting > 0);
  const { pauseAll, resumeAll } = useQueueActions();
  if (!paused && !running) return null;
  return paused ? (
    <Button
      size="compact-sm"
      variant="light"
      className={classes.command}
      leftSection={<IconPlayerPlayFilled size={12} />}
      onClick={resumeAll}
    >
      {QUEUE.resume}
    </Button>
  ) : (
    <Command label={QUEUE.pause} note={QUEUE.pause} icon={<IconPlayerPauseFilled size={13} />} onClick={pauseAll} />
  );
}

/** Only while rows are sorted by a column. */
export function KeepOrder() {
  const sorted = useStore(viewStore, ({ sort }) => sort !== null);
  const { keepOrder } = useQueueActions();
  if (!sorted) return null;
  return (
    <Command label={SORT.keep} note={SORT.keepNote} icon={<IconPin size={15} stroke={1.8} />} onClick={keepOrder} />
  );
}

export function ClearFinished() {
  const finished = useQueue(({ counts }) => counts.done + counts.cancelled);
  const { clearFinished } = useQueueActions();
  if (finished === 0) return null;
  return (
    <Command
      label={QUEUE.clearFinished}
      note={QUEUE.clearNote}
      icon={<IconPlaylistX size={15} stroke={1.8} />}
      onClick={clearFinished}
    />
  );
}

interface CommandProps {
  readonly label: string;
  /** Narrow windows show the icon alone, and this on hovering. */
  readonly note: string;
  readonly icon: ReactNode;
  onClick(): void;
}

function Command({ icon, label, note, onClick }: CommandProps) {
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      color="gray"
      className={classes.command}
      title={note}
      leftSection={icon}
      onClick={onClick}
    >
      <span className={classes.words}>{label}</span>
    </Button>
  );
}
