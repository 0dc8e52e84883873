/** The port for helper processes: utilityProcess in the desktop, child_process.fork in Node hosts. */

import { createListeners, type Dispose } from '../disposal.ts';

/** Helpers are started by name; only a host knows where their code is. */
export const HELPER_ENTRIES = ['engine', 'service', 'backup'] as const;
export type HelperEntry = (typeof HELPER_ENTRIES)[number];

export interface HelperProcess {
  /** Sends JSON values and Uint8Array, at most 256 KiB: larger ones stall the receiver's event loop. Messages to a dead process are dropped. */
  send(message: unknown): void;
  onMessage(listener: (message: unknown) => void): Dispose;
  /** Called once; at once when added after the process ended. `code` is null when a signal ended it. */
  onExit(listener: (code: number | null) => void): Dispose;
  /** Asks the process to exit, waits 100 ms, then kills it. Resolves when it has exited. */
  stop(): Promise<void>;
}

/**
 * Starts a helper with exactly this environment plus what the runtime needs; nothing is inherited from the parent.
 * The helper exits when its parent does.
 */
export type SpawnHelper = (entry: HelperEntry, environment: Readonly<Record<string, string>>) => HelperProcess;

/** The other end, inside the helper. */
export interface ParentPort {
  send(message: unknown): void;
  onMessage(listener: (message: unknown) => void): Dispose;
}

/** The exit of a helper process, reported once, and at once to listeners that are added later. */
interface ProcessEnd {
  hasCome(): boolean;
  /** Only the first call counts. `code` is null when a signal ended the process. */
  report(code: number | null): void;
  onExit(listener: (code: number | null) => void): Dispose;
  /** Resolves on exit. */
  readonly come: Promise<void>;
}

export function createProcessEnd(): ProcessEnd {
  const listeners = createListeners<number | null>();
  const come = Promise.withResolvers<void>();
  let end: { readonly code: number | null } | null = null;
  return {
    hasCome: () => end !== null,
    report: (code) => {
      if (end !== null) return;
      end = { code };
      listeners.notify(code);
      come.resolve();
    },
    onExit: (listener) => {
      if (end === null) return listeners.add(listener);
      listener(end.code);
      return () => undefined;
    },
    come: come.promise,
  };
}
