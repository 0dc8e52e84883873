/** Keys that leave the room or open a dialog: a dialog that is open keeps them. */

import { useShortcuts } from '../../../components/shortcuts/use-shortcuts.ts';

export function useRoomKeys(keys: readonly (readonly [key: string, act: () => void])[]): void {
  useShortcuts(
    keys.map(([key, act]) => [
      key,
      () => {
        if (document.querySelector('[aria-modal="true"]') === null) act();
      },
    ]),
  );
}
