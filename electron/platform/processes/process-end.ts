/** The exit of a helper process, reported once, and at once to listeners that are added later. */

import { createListeners, type Dispose } from '../disposal.ts';

export interface ProcessEnd {
  hasCome(): boolean;
  /** Only the first call counts. `code` is null when a signal ended the process. */
  tell(code: number | null): void;
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
    tell: (code) => {
      if (end !== null) return;
      end = { code };
      listeners.tell(code);
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
