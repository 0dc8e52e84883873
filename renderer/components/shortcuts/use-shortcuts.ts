/** Keys of the whole page. Only where someone types they are letters: a checkbox that has the focus doesn't take them. */

import { type HotkeyItem, useHotkeys } from '@mantine/hooks';

const NOT_TYPED: ReadonlySet<string> = new Set(['checkbox', 'radio', 'range', 'button', 'submit', 'file']);

export function useShortcuts(keys: readonly (readonly [key: string, act: () => void])[]): void {
  const items = keys.map(
    ([key, act]): HotkeyItem => [
      key,
      (event) => {
        if (isTyping(event.target)) return;
        event.preventDefault();
        act();
      },
      { preventDefault: false },
    ],
  );
  useHotkeys(items, []);
}

function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !NOT_TYPED.has(target.type);
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('textarea, select'));
}
