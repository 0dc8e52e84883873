/** Undo of removals: a message with a button for ten seconds, and the usual key while it is there. */

import { Button, Group } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { announce } from '../../../components/messages/announcer.ts';
import { showRefusal } from '../../../components/messages/refusal.ts';
import type { Desk } from '../../../state/desk.ts';
import { useDesk } from '../../../state/desk-context.ts';
import { scrollToRow } from '../../../state/view-store.ts';
import { REMOVE } from '../strings.ts';
import classes from './undo.module.css';

const MESSAGE = 'undo-removal';
const OFFERED_MS = 10_000;

/** What the last removal took away, while it can be undone. */
let offered: readonly string[] = [];

/** @param staying number of recordings that were meant too and stay */
export function offerUndo(desk: Desk, jobIds: readonly string[], staying = 0): void {
  if (jobIds.length === 0) return;
  offered = jobIds;
  const words = [REMOVE.removed(jobIds.length), ...(staying > 0 ? [REMOVE.staying(staying)] : [])].join(' ');
  // A new message for each removal: an earlier one has fewer seconds left.
  notifications.hide(MESSAGE);
  notifications.show({
    id: MESSAGE,
    role: 'status',
    autoClose: OFFERED_MS,
    onClose: forget,
    withCloseButton: false,
    message: (
      <Group gap="sm" wrap="nowrap" className={classes.line}>
        <span>{words}</span>
        <Button size="compact-sm" variant="default" onClick={() => void undo(desk)} data-testid="undo">
          {REMOVE.undo}
        </Button>
      </Group>
    ),
  });
}

function forget(): void {
  offered = [];
}

async function undo(desk: Desk): Promise<void> {
  const jobIds = [...offered];
  if (jobIds.length === 0) return;
  notifications.hide(MESSAGE);
  forget();
  try {
    const { changed } = await desk.client.queue.restore({ jobIds });
    announce(REMOVE.restoredRows(changed));
    if (jobIds[0] !== undefined) scrollToRow(jobIds[0], true);
  } catch (thrown) {
    showRefusal(thrown);
  }
}

/** Ctrl or Cmd with Z undoes the last removal while it is offered. */
export function useUndoKey(): void {
  const desk = useDesk();
  useHotkeys([['mod+Z', () => void undo(desk)]]);
}
