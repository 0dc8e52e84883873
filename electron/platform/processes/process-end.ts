/** The end of a helper process: told once, and at once to whoever asks later. */

import { createListeners, type Dispose } from '../disposal.ts';

export interface ProcessEnd {
  hasCome(): boolean;
  /** Only the first time counts. `code` is null when a signal ended the process. */
  tell(code: number | null): void;
  onExit(listener: (code: number | null) => void): Dispose;
  /** Resolves once it is told. */
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
