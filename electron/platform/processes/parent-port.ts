/** The helper's end of its channel, for both kinds of process. The helper exits when its parent does. */

import type { ParentPort } from './helper-process.ts';

/** Electron's utilityProcess has a `process.parentPort`, whose messages arrive wrapped in events. */
interface UtilityPort {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { data: unknown }) => void): void;
  off(event: 'message', listener: (event: { data: unknown }) => void): void;
}

/** @throws Error when the process was not started as a helper */
export function openParentPort(): ParentPort {
  const utility = (process as unknown as { parentPort?: UtilityPort }).parentPort;
  if (utility !== undefined) return overUtilityPort(utility);
  if (process.send !== undefined) return overForkChannel();
  throw new Error('This file is the entry of a helper process and is not started by hand');
}

function overUtilityPort(port: UtilityPort): ParentPort {
  return {
    send: (message) => port.postMessage(message),
    onMessage: (listener) => {
      const unwrap = (event: { data: unknown }) => listener(event.data);
      port.on('message', unwrap);
      return () => port.off('message', unwrap);
    },
  };
}

function overForkChannel(): ParentPort {
  process.once('disconnect', () => process.exit(0));
  // A terminal signals the whole process group; the parent decides when its helpers end.
  process.on('SIGINT', () => undefined);
  return {
    send: (message) => {
      // The parent may exit before the disconnect event arrives: ignore messages that can no longer be sent.
      if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
    },
    onMessage: (listener) => {
      process.on('message', listener);
      return () => {
        process.off('message', listener);
      };
    },
  };
}
