/**
 * Keys of the whole page. Only where someone types they are letters: a checkbox that has the focus doesn't take them. While a dialog is open
 * it has the keys, so that none acts on the page behind it.
 */

import { type HotkeyItem, useHotkeys } from '@mantine/hooks';

const NOT_TYPED: ReadonlySet<string> = new Set(['checkbox', 'radio', 'range', 'button', 'submit', 'file']);

export function useShortcuts(keys: readonly (readonly [key: string, act: () => void])[]): void {
  const items = keys.map(
    ([key, act]): HotkeyItem => [
      key,
      (event) => {
        if (isTyping(event.target) || topDialog() !== null) return;
        event.preventDefault();
        act();
      },
      { preventDefault: false },
    ],
  );
  useHotkeys(items, []);
}

/** As Mantine's `useHotkeys`, for keys of a room: while a dialog has the focus, they are the dialog's. */
export function useRoomHotkeys(keys: readonly HotkeyItem[]): void {
  useHotkeys(
    keys.map(
      ([key, act, { preventDefault = true } = {}]): HotkeyItem => [
        key,
        (event) => {
          if (hasDialogFocus()) return;
          if (preventDefault) event.preventDefault();
          act(event);
        },
        { preventDefault: false },
      ],
    ),
  );
}

/** Ctrl+Enter presses the main button of the dialog that is open, from any of its fields; not of a question that offers Cancel first. */
export function useDialogKeys(): void {
  useHotkeys(
    [
      [
        'mod+Enter',
        () => {
          const main = [
            ...(topDialog()?.querySelectorAll<HTMLButtonElement>('button[data-variant="filled"]') ?? []),
          ].at(-1);
          const first = main?.parentElement?.querySelector('[data-autofocus]') ?? main;
          if (main === first && main?.disabled === false) main.click();
        },
        { preventDefault: false },
      ],
    ],
    [],
    true,
  );
}

function topDialog(): Element | null {
  return [...document.querySelectorAll('[aria-modal="true"]')].at(-1) ?? null;
}

/** Not one that is closing: what was behind it has the focus by then. */
function hasDialogFocus(): boolean {
  const { activeElement, body } = document;
  const dialog = topDialog();
  return dialog !== null && (activeElement === body || dialog.contains(activeElement));
}

function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !NOT_TYPED.has(target.type);
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('textarea, select'));
}
