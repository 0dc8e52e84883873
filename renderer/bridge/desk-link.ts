/** The link to the desk: one client for the lifetime of the page, with automatic reconnects. */

import { type ClientContext, type ClientLink, createORPCClient } from '@orpc/client';
import type { DeskClient } from '../../shared/contract/index.ts';

const MIN_DELAY_MS = 300;
const MAX_DELAY_MS = 8000;

export type LinkStatus =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'connected' }
  /** `attempts` counts failures since the last connection. */
  | { readonly kind: 'lost'; readonly failure: ConnectFailure; readonly attempts: number };

export interface DeskLink {
  readonly client: DeskClient;
  /** Calls `listener` at once and on every change. */
  onStatus(listener: (status: LinkStatus) => void): () => void;
  /** Reconnects now instead of after the delay. */
  retryNow(): void;
  close(): void;
}

interface Clock {
  random(): number;
  /** Calls back after `ms` milliseconds. @returns cancels it */
  after(ms: number, callback: () => void): () => void;
}

const pageClock: Clock = {
  random: () => Math.random(),
  after: (ms, callback) => {
    const timer = window.setTimeout(callback, ms);
    return () => window.clearTimeout(timer);
  },
};

/** Connects, and reconnects after every loss until closed. A refused token isn't retried automatically. */
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

  function report(next: LinkStatus): void {
    status = next;
    for (const listener of listeners) listener(next);
  }

  function wait(failure: ConnectFailure): void {
    current = null;
    attempts += 1;
    report({ kind: 'lost', failure, attempts });
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
    report({ kind: 'connected' });
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
 * The delay before the next attempt: doubles from 0.3 s to 8 s, with up to 20 % jitter so that windows don't retry in step.
 * @param attempt 0 for the first attempt after a loss
 * @param random 0 to 1
 * @returns milliseconds
 */
export function backoffMs(attempt: number, random: number): number {
  const full = Math.min(MAX_DELAY_MS, MIN_DELAY_MS * 2 ** Math.min(attempt, 10));
  return Math.round(full * (1 - 0.2 * random));
}

/** Why the desk is unreachable: no valid token, or no answer. */
export type ConnectFailure = 'refused' | 'gone';

interface Transport {
  readonly link: ClientLink<ClientContext>;
  /** Resolves when the connection ends, for any reason. */
  readonly closed: Promise<void>;
}

export type ConnectResult =
  | { readonly ok: true; readonly transport: Transport }
  | { readonly ok: false; readonly failure: ConnectFailure };

/** Opens a connection. Never rejects. */
type Connect = () => Promise<ConnectResult>;
