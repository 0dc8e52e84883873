/** What dialogs need beside Mantine: one that stays open while closing it would lose something, and the way to a form's first problem. */

import { modals, useModals } from '@mantine/modals';
import { useEffect, useRef } from 'react';

type Closable = { readonly [Way in 'closeOnEscape' | 'closeOnClickOutside' | 'withCloseButton']: boolean };

interface Lock {
  readonly before: Closable;
  /** How many parts of the dialog lock it: one may begin before another ends. */
  readonly locks: number;
}

const LOCKED: Closable = { closeOnEscape: false, closeOnClickOutside: false, withCloseButton: false };
const locked = new Map<string, Lock>();

/**
 * Meanwhile neither Escape, nor a click beside it, nor the close button ends the dialog in which the caller is shown: only the caller’s own
 * buttons do.
 */
export function useLockedDialog(isLocked: boolean): void {
  const { modals: open } = useModals();
  // The caller is in the topmost dialog when it appears.
  const dialog = useRef(open.at(-1)).current;

  useEffect(() => {
    if (!isLocked || dialog === undefined) return;
    const { closeOnEscape = true, closeOnClickOutside = true, withCloseButton = true } = dialog.props;
    lock(dialog.id, { closeOnEscape, closeOnClickOutside, withCloseButton });
    return () => unlock(dialog.id);
  }, [isLocked, dialog]);
}

function lock(modalId: string, present: Closable): void {
  const { before, locks } = locked.get(modalId) ?? { before: present, locks: 0 };
  locked.set(modalId, { before, locks: locks + 1 });
  if (locks === 0) modals.updateModal({ modalId, ...LOCKED });
}

function unlock(modalId: string): void {
  const present = locked.get(modalId);
  if (present === undefined) return;
  const { before, locks } = present;
  if (locks > 1) {
    locked.set(modalId, { before, locks: locks - 1 });
    return;
  }
  locked.delete(modalId);
  modals.updateModal({ modalId, ...before });
}

/** Focuses the first field that is marked as invalid, once the form shows what is wrong. */
export function focusFirstProblem(form: HTMLFormElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
