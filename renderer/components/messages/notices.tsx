/** Notices with more than a sentence: Undo, for ten seconds, and work that takes a while, with what came of it. */

import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useShortcuts } from '../shortcuts/use-shortcuts.ts';
import { MESSAGES } from '../strings.ts';
import { showRefusal } from './saving.tsx';

const RESULT_SHOWN_MS = 10_000;

const UNDO_NOTICE = 'undo';
const UNDO_OFFERED_MS = 10_000;

/** Takes back what was done last, while that is offered. */
let offered: (() => Promise<void>) | null = null;

/** Another thing to do beside Undo. */
interface NoticeAction {
  readonly label: string;
  act(): void;
}

/** One that fails is offered again. @param words what was done @param undo may be repeated */
export function offerUndo(words: string, undo: () => Promise<void>, action?: NoticeAction): void {
  const offer = async () => {
    try {
      await undo();
    } catch (failure) {
      if (offered === null) offerUndo(words, undo, action);
      throw failure;
    }
  };
  offered = offer;
  // A new message each time: an earlier one has fewer seconds left.
  notifications.hide(UNDO_NOTICE);
  notifications.show({
    id: UNDO_NOTICE,
    role: 'status',
    autoClose: UNDO_OFFERED_MS,
    // An earlier message closes when this one is shown, and must not take this offer with it.
    onClose: () => forget(offer),
    withCloseButton: false,
    message: (
      <Group gap="sm" wrap="nowrap" justify="space-between">
        <span>{words}</span>
        {action !== undefined && (
          <Button size="compact-sm" variant="default" flex="none" onClick={action.act}>
            {action.label}
          </Button>
        )}
        <Button size="compact-sm" variant="default" flex="none" onClick={undoLast} data-testid="undo">
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
  notifications.hide(UNDO_NOTICE);
  forget(undo);
  undo().catch(showRefusal);
}

/** Ctrl or Cmd with Z takes back what was done last, while that is offered. */
export function useUndoKey(): void {
  useShortcuts([['mod+Z', undoLast]]);
}

interface ProgressWords {
  readonly cancel: string;
  /** The button's name, which says what is cancelled. */
  readonly cancelOf: string;
}

/** With Cancel. Nothing is there until something is reported. @returns reports how far it is */
export function progressNotice(id: string, words: ProgressWords, cancel: () => void): (words: string) => void {
  let isShown = false;
  return (progress) => {
    const message = (
      <Group gap="sm" wrap="nowrap" justify="space-between">
        <span>{progress}</span>
        <Button size="compact-sm" variant="default" aria-label={words.cancelOf} onClick={cancel}>
          {words.cancel}
        </Button>
      </Group>
    );
    const notification = { id, message, loading: true, autoClose: false, withCloseButton: false } as const;
    if (isShown) notifications.update({ ...notification, role: 'status' });
    else notifications.show({ ...notification, role: 'status' });
    isShown = true;
  };
}

interface Finished {
  readonly sentences: readonly string[];
  /** Whether some of it failed. */
  readonly failed?: boolean;
}

/** Says that it works, then what came of it. A refusal is the caller’s to show. */
export async function withNotice<Result extends Finished>(
  id: string,
  words: string,
  work: () => Promise<Result>,
): Promise<Result> {
  notifications.show({ id, role: 'status', loading: true, autoClose: false, message: words });
  try {
    const result = await work();
    notifications.update({
      id,
      role: 'status',
      loading: false,
      autoClose: RESULT_SHOWN_MS,
      ...(result.failed === true ? { color: 'red' } : {}),
      message: result.sentences.join(' '),
    });
    return result;
  } catch (thrown) {
    notifications.hide(id);
    throw thrown;
  }
}
