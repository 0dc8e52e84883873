/** The desk as the page holds it: one client for the page's whole life, reconnecting underneath. */

import { type ClientContext, type ClientLink, createORPCClient } from '@orpc/client';
import type { DeskClient } from '../../shared/contract/index.ts';
import type { Connect, ConnectFailure } from './transport.ts';

const FIRST_MS = 300;
const LONGEST_MS = 8000;

export type LinkStatus =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'connected' }
  /** `attempts` since the connection was lost or first tried. */
  | { readonly kind: 'lost'; readonly failure: ConnectFailure; readonly attempts: number };

export interface DeskLink {
  readonly client: DeskClient;
  /** Calls `listener` with every change of the status, and at once with the present one. */
  onStatus(listener: (status: LinkStatus) => void): () => void;
  /** Tries again now instead of at the end of the wait. */
  retryNow(): void;
  close(): void;
}

interface Clock {
  random(): number;
  /** Calls back after `ms` milliseconds; the function given back calls it off. */
  after(ms: number, callback: () => void): () => void;
}

const pageClock: Clock = {
  random: () => Math.random(),
  after: (ms, callback) => {
    const timer = window.setTimeout(callback, ms);
    return () => window.clearTimeout(timer);
  },
};

/** Connects, and goes on connecting after every loss until closed. A refused token is not tried again by itself. */
export function createDeskLink(connect: Connect, clock: Clock = pageClock): DeskLink {
  let current: ClientLink<ClientContext> | null = null;
  let status: LinkStatus = { kind: 'connecting' };
  let attempts = 0;
  let closed = false;
  let opening = false;
  let cancelWait: () => void = () => undefined;
  const listeners = new Set<(status: LinkStatus) => void>();

  const client = createORPCClient<DeskClient>({
    call: async (path, input, options) => {
      if (current === null) throw new Error('The desk is not connected');
      return current.call(path, input, options);
    },
  });

  function tell(next: LinkStatus): void {
    status = next;
    for (const listener of listeners) listener(next);
  }

  function wait(failure: ConnectFailure): void {
    current = null;
    attempts += 1;
    tell({ kind: 'lost', failure, attempts });
    if (failure === 'refused' || closed) return;
    cancelWait = clock.after(backoffMs(attempts - 1, clock.random()), () => void open());
  }

  async function open(): Promise<void> {
    if (closed || opening) return;
    opening = true;
    const result = await connect();
    opening = false;
    if (closed) return;
    if (!result.ok) {
      wait(result.failure);
      return;
    }
    current = result.transport.link;
    attempts = 0;
    tell({ kind: 'connected' });
    await result.transport.closed;
    if (!closed) wait('gone');
  }

  void open();
  return {
    client,
    onStatus(listener) {
      listeners.add(listener);
      listener(status);
      return () => listeners.delete(listener);
    },
    retryNow() {
      if (status.kind !== 'lost') return;
      cancelWait();
      void open();
    },
    close() {
      closed = true;
      cancelWait();
      listeners.clear();
    },
  };
}

/**
 * Doubles from 0.3 s to 8 s, with up to a fifth less so that several windows do not knock together.
 * @param attempt 0 for the first attempt after a loss
 * @param random 0 to 1
 * @returns milliseconds
 */
export function backoffMs(attempt: number, random: number): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempt, 10));
  return Math.round(full * (1 - 0.2 * random));
}
