/** Commands of the desktop's menu and links, as the preload posts them. The browser host sends none. */

import { COMMAND_FIELD, type DeskCommand, isDeskCommand } from '../../shared/contract/page/bridge.ts';

type Listener = (command: DeskCommand) => void;

const listeners = new Set<Listener>();
/** What came before anybody listened. */
let waiting: DeskCommand[] = [];

/** Call it before the page is loaded: commands are sent from then on. */
export function receiveCommands(): void {
  window.addEventListener('message', ({ data, origin, source }) => {
    if (source !== window || origin !== window.location.origin || typeof data !== 'object' || data === null) return;
    const command: unknown = data[COMMAND_FIELD];
    if (!isDeskCommand(command)) return;
    if (listeners.size === 0) waiting.push(command);
    for (const listener of [...listeners]) listener(command);
  });
}

/** Those that begin to listen together get what came before: the parts of a page and the page itself. @returns ends it */
export function onDeskCommand(listener: Listener): () => void {
  listeners.add(listener);
  if (waiting.length > 0) setTimeout(sendWaiting);
  return () => {
    listeners.delete(listener);
  };
}

function sendWaiting(): void {
  const earlier = waiting;
  waiting = [];
  for (const command of earlier) runDeskCommand(command);
}

/** Sends a command from the page itself: it goes the way of the menu's. */
export function runDeskCommand(command: DeskCommand): void {
  for (const listener of [...listeners]) listener(command);
}
