/** Runs something when the menu asks for it, while the component is on the page. */

import { useEffect, useEffectEvent } from 'react';
import type { PlainCommand } from '../../shared/contract/page/bridge.ts';
import { onDeskCommand } from '../bridge/desk-commands.ts';

export function useDeskCommand(kind: PlainCommand, act: () => void): void {
  const run = useEffectEvent(act);
  useEffect(
    () =>
      onDeskCommand((command) => {
        if (command.kind === kind) run();
      }),
    [kind],
  );
}
