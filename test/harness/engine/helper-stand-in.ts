/** A stand-in for a helper process: its messages stay in this process, and it ends when a test says so. */

import { createListeners } from '../../../electron/platform/disposal.ts';
import type { HelperProcess, ParentPort } from '../../../electron/platform/processes/helper-process.ts';

export interface HelperStandIn {
  /** The host's side. */
  readonly helper: HelperProcess;
  /** The helper's own side. */
  readonly port: ParentPort;
  /** Null is a death by a signal. */
  end(code: number | null): void;
}

/** @param onEnd called once */
export function createHelperStandIn(onEnd: () => void = () => undefined): HelperStandIn {
  const toHost = createListeners<unknown>();
  const toHelper = createListeners<unknown>();
  const exits = createListeners<number | null>();
  let exit: { readonly code: number | null } | null = null;

  function end(code: number | null): void {
    if (exit !== null) return;
    exit = { code };
    onEnd();
    exits.notify(code);
  }

  const sendTo = (listeners: typeof toHost) => (message: unknown) => {
    if (exit === null) setImmediate(() => listeners.notify(structuredClone(message)));
  };
  return {
    port: { send: sendTo(toHost), onMessage: (listener) => toHelper.add(listener) },
    helper: {
      send: sendTo(toHelper),
      onMessage: (listener) => toHost.add(listener),
      onExit: (listener) => {
        if (exit === null) return exits.add(listener);
        listener(exit.code);
        return () => undefined;
      },
      stop: async () => end(null),
    },
    end,
  };
}
