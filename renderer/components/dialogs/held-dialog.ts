/** Keeps a dialog open while closing it would lose something, such as a secret that is shown once. */

import { modals, useModals } from '@mantine/modals';
import { useEffect, useRef } from 'react';

type Closable = { readonly [Way in 'closeOnEscape' | 'closeOnClickOutside' | 'withCloseButton']: boolean };

interface Held {
  readonly before: Closable;
  /** How many parts of the dialog hold it: one may begin before another ends. */
  readonly holders: number;
}

const HELD: Closable = { closeOnEscape: false, closeOnClickOutside: false, withCloseButton: false };
const held = new Map<string, Held>();

/**
 * Meanwhile neither Escape, nor a click beside it, nor the close button ends the dialog in which the caller is shown: only the caller’s own
 * buttons do.
 */
export function useHeldDialog(isHeld: boolean): void {
  const { modals: open } = useModals();
  // The caller is in the topmost dialog when it appears.
  const own = useRef(open.at(-1)).current;

  useEffect(() => {
    if (!isHeld || own === undefined) return;
    const { closeOnEscape = true, closeOnClickOutside = true, withCloseButton = true } = own.props;
    hold(own.id, { closeOnEscape, closeOnClickOutside, withCloseButton });
    return () => release(own.id);
  }, [isHeld, own]);
}

function hold(modalId: string, present: Closable): void {
  const { before, holders } = held.get(modalId) ?? { before: present, holders: 0 };
  held.set(modalId, { before, holders: holders + 1 });
  if (holders === 0) modals.updateModal({ modalId, ...HELD });
}

function release(modalId: string): void {
  const present = held.get(modalId);
  if (present === undefined) return;
  const { before, holders } = present;
  if (holders > 1) {
    held.set(modalId, { before, holders: holders - 1 });
    return;
  }
  held.delete(modalId);
  modals.updateModal({ modalId, ...before });
}
