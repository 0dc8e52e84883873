/** The page's desk: client, stores, and the work that keeps them true. Made once, handed down by context. */

import type { DeskClient } from '../../shared/contract/index.ts';
import type { BatchPreset } from '../../shared/domain/batch-preset.ts';
import type { DeskLink } from '../bridge/desk-link.ts';
import { createQueueStore, type QueueStore } from './queue-store.ts';
import { followQueue } from './queue-sync.ts';
import { createRouteStore, openPage, type PageName, type RouteStore } from './route-store.ts';
import { createSessionStore, type SessionStore } from './session-store.ts';

export interface Desk {
  readonly client: DeskClient;
  readonly link: DeskLink;
  readonly queue: QueueStore;
  readonly session: SessionStore;
  readonly route: RouteStore;
  /** Without a job, Listen goes back to the one compared last; with null, to the choice. */
  goTo(name: PageName, jobId?: string | null): void;
  /** Fetches connections anew, after any change to them. */
  refreshConnections(): Promise<void>;
  /** Takes a notice off the page, and off the desk for good. */
  dismissNotice(id: string): Promise<void>;
  /** Keeps a preset here at once and at the host for the next time. */
  setPreset(preset: BatchPreset): Promise<void>;
  dispose(): void;
}

/** After an end that no lost connection explains, for example a fault of the host. */
const FOLLOW_AGAIN_MS = 1000;
/** Rows that begin to wait, or cease to, do so one after the other. */
const SETTLE_MS = 150;
/** Connections and notices announce no changes. */
const REFRESH_EVERY_MS = 30_000;

export function createDesk(link: DeskLink): Desk {
  const { client } = link;
  const queue = createQueueStore();
  const session = createSessionStore();
  const route = createRouteStore();
  const disposed = new AbortController();
  /** Grows with every connection: what belongs to an earlier one ends. */
  let connectionRound = 0;
  let lastCompared: string | null = null;

  async function refreshConnections(): Promise<void> {
    const { connections, vault } = await client.connections.list();
    session.setState({ connections, vaultSentence: vault.sentence, vaultKind: vault.kind });
  }

  async function refreshNotices(): Promise<void> {
    session.setState({ notices: await client.system.notices() });
  }

  async function refresh(): Promise<void> {
    await Promise.all([refreshConnections(), refreshNotices()]);
  }

  async function loadSession(): Promise<void> {
    const [info, preset] = await Promise.all([client.system.info(), client.system.preset(), refresh()]);
    // Recordings without a path have no place beside them: here their results stay in the library until another place is chosen.
    const homeless = !info.filesHavePaths && preset.output.kind === 'beside-source';
    session.setState({ info, preset: homeless ? { ...preset, output: { kind: 'library' } } : preset });
  }

  function isPresent(round: number): boolean {
    return round === connectionRound && !disposed.signal.aborted && session.getState().link.kind === 'connected';
  }

  /** Does something again and again, with a pause, as long as this connection lasts. */
  async function whileConnected(round: number, pauseMs: number, act: () => Promise<unknown>): Promise<void> {
    while (isPresent(round)) {
      await act().catch(() => undefined);
      if (isPresent(round)) await pause(pauseMs);
    }
  }

  async function loadSessionUntilAnswered(round: number): Promise<void> {
    let answered = false;
    while (!answered && isPresent(round)) {
      answered = await loadSession().then(
        () => true,
        () => false,
      );
      if (!answered) await pause(FOLLOW_AGAIN_MS);
    }
  }

  const stopStatus = link.onStatus((status) => {
    session.setState({ link: status });
    connectionRound += 1;
    if (status.kind !== 'connected') return;
    session.setState({ everConnected: true });
    const round = connectionRound;
    void whileConnected(round, FOLLOW_AGAIN_MS, () => followQueue(client, queue, disposed.signal));
    void loadSessionUntilAnswered(round);
    void whileConnected(round, REFRESH_EVERY_MS, refresh);
  });

  // The rows tell first that a connection is stopped, or free again; thousands of them tell it together.
  let settling: number | undefined;
  const stopBlocked = queue.subscribe(({ counts }, before) => {
    if (counts.blocked === before.counts.blocked || settling !== undefined) return;
    settling = window.setTimeout(() => {
      settling = undefined;
      void refreshConnections().catch(() => undefined);
    }, SETTLE_MS);
  });

  return {
    client,
    link,
    queue,
    session,
    route: route.store,
    goTo(name, jobId) {
      const present = route.store.getState();
      if (present.jobId !== null) lastCompared = present.jobId;
      openPage(route.store, name, name === 'listen' ? (jobId === undefined ? lastCompared : jobId) : null);
    },
    refreshConnections,
    async dismissNotice(id) {
      session.setState(({ notices }) => ({ notices: notices.filter((notice) => notice.id !== id) }));
      await client.system.dismissNotice({ id });
    },
    async setPreset(preset) {
      session.setState({ preset });
      await client.system.setPreset(preset);
    },
    dispose() {
      disposed.abort();
      stopStatus();
      stopBlocked();
      window.clearTimeout(settling);
      route.dispose();
      link.close();
    },
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => window.setTimeout(resolve, ms));
}
