/** Undo: a message with a button for ten seconds, and the usual key while it is there. */

import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useShortcuts } from '../shortcuts/use-shortcuts.ts';
import { showRefusal } from './refusal.ts';
import { MESSAGES } from './strings.ts';

const MESSAGE = 'undo';
const OFFERED_MS = 10_000;

/** Takes back what was done last, while that is offered. */
let offered: (() => Promise<void>) | null = null;

/** One that fails is offered again. @param words what was done @param undo may be repeated */
export function offerUndo(words: string, undo: () => Promise<void>): void {
  const offer = async () => {
    try {
      await undo();
    } catch (failure) {
      if (offered === null) offerUndo(words, undo);
      throw failure;
    }
  };
  offered = offer;
  // A new message each time: an earlier one has fewer seconds left.
  notifications.hide(MESSAGE);
  notifications.show({
    id: MESSAGE,
    role: 'status',
    autoClose: OFFERED_MS,
    // An earlier message closes when this one is shown, and must not take this offer with it.
    onClose: () => forget(offer),
    withCloseButton: false,
    message: (
      <Group gap="sm" wrap="nowrap" justify="space-between">
        <span>{words}</span>
        <Button size="compact-sm" variant="default" onClick={undoLast} data-testid="undo">
          {MESSAGES.undo}
        </Button>
      </Group>
    ),
  });
}

function forget(offer: () => Promise<void>): void {
  if (offered === offer) offered = null;
}

function undoLast(): void {
  const undo = offered;
  if (undo === null) return;
  notifications.hide(MESSAGE);
  forget(undo);
  undo().catch(showRefusal);
}

/** Ctrl or Cmd with Z takes back what was done last, while that is offered. */
export function useUndoKey(): void {
  useShortcuts([['mod+Z', undoLast]]);
}
