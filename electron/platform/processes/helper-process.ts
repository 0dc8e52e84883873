/** The port behind which helper processes run: utilityProcess in the desktop, child_process.fork in Node hosts. */

import type { Dispose } from '../disposal.ts';

/** Helpers are started by name; only a host knows where their code lies. */
export type HelperEntry = 'engine' | 'service' | 'backup';

export interface HelperProcess {
  /** JSON values and Uint8Array, at most 256 KiB: a larger one stalls the receiver's event loop. Messages to a process that is gone are dropped. */
  send(message: unknown): void;
  onMessage(listener: (message: unknown) => void): Dispose;
  /** Told once; a listener added after the end is told at once. `code` is null when a signal ended it. */
  onExit(listener: (code: number | null) => void): Dispose;
  /** Asks the process to go, waits 100 ms, then kills it. Resolves when it is gone. */
  stop(): Promise<void>;
}

/**
 * Starts a helper with exactly this environment and what the runtime itself needs: nothing of the parent's is inherited.
 * The helper exits by itself when its parent goes.
 */
export type SpawnHelper = (entry: HelperEntry, environment: Readonly<Record<string, string>>) => HelperProcess;

/** The other end, inside the helper. */
export interface ParentPort {
  send(message: unknown): void;
  onMessage(listener: (message: unknown) => void): Dispose;
}
