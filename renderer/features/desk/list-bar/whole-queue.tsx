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
  // One button for both: whoever paused by keyboard finds the way back under the same finger.
  return (
    <Command
      label={paused ? QUEUE.resume : QUEUE.pause}
      note={paused ? QUEUE.resume : QUEUE.pause}
      icon={paused ? <IconPlayerPlayFilled size={12} /> : <IconPlayerPauseFilled size={13} />}
      stands={paused}
      onClick={paused ? resumeAll : pauseAll}
    />
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
  /** Marked, and with its words at every width, since the queue stands still until it is pressed. */
  readonly stands?: boolean;
  onClick(): void;
}

function Command({ icon, label, note, stands = false, onClick }: CommandProps) {
  return (
    <Button
      size="compact-sm"
      variant={stands ? 'light' : 'subtle'}
      {...(stands ? {} : { color: 'gray' })}
      className={classes.command}
      title={note}
      leftSection={icon}
      onClick={onClick}
    >
      <span className={stands ? undefined : classes.words}>{label}</span>
    </Button>
  );
}
