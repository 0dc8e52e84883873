/** The page's desk: the client, the stores and the work that keeps them up to date. Created once, passed down by context. */

import type { DeskClient } from '../../shared/contract/index.ts';
import type { BatchPreset } from '../../shared/domain/batch/batch-preset.ts';
import type { Preferences } from '../../shared/domain/preferences.ts';
import type { DeskLink } from '../bridge/desk-link.ts';
import { createQueueStore, type QueueStore } from './queue-store.ts';
import { followQueue } from './queue-sync.ts';
import {
  connectionRoute,
  createRouteStore,
  openPage,
  type PageName,
  type RouteStore,
  type SettingsPlaceName,
} from './route-store.ts';
import { createOverviews, type Overviews } from './rows/overviews.ts';
import { createSessionStore, type SessionStore } from './session-store.ts';

export interface PageDesk {
  readonly client: DeskClient;
  readonly link: DeskLink;
  readonly queue: QueueStore;
  readonly session: SessionStore;
  readonly route: RouteStore;
  readonly overviews: Overviews;
  /** Without a job, Listen opens the last comparison; with null, the list of recordings. */
  goTo(name: PageName, jobId?: string | null): void;
  goToSettings(place: SettingsPlaceName): void;
  /** @param tab of the connection; without one, its first */
  goToConnection(connectionId: string, tab?: string): void;
  /** Call it after any change to connections. */
  refreshConnections(): Promise<void>;
  /** Removes a notice here and on the desk. */
  dismissNotice(id: string): Promise<void>;
  /** Applies a preset here at once and saves it on the host. */
  setPreset(preset: BatchPreset): Promise<void>;
  /** Changes the given preferences here at once and saves them on the host. If that fails, the earlier ones are back. */
  setPreferences(changes: Partial<Preferences>): Promise<void>;
  dispose(): void;
}

/** Pause before following again after an error while connected. */
const FOLLOW_AGAIN_MS = 1000;
/** Rows of a blocked connection change one by one: wait for the last of them. */
const SETTLE_MS = 150;
/** Connections and notices send no events, so they are polled. */
const REFRESH_EVERY_MS = 30_000;

export function createPageDesk(link: DeskLink): PageDesk {
  const { client } = link;
  const queue = createQueueStore();
  const session = createSessionStore();
  const route = createRouteStore();
  const disposed = new AbortController();
  /** Incremented by every connection: loops of earlier ones end. */
  let connectionRound = 0;
  let preferenceChanges = 0;
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
    const [info, preferences] = await Promise.all([client.system.info(), client.system.preferences(), refresh()]);
    session.setState({ info, preferences });
  }

  async function followPresets(): Promise<void> {
    for await (const view of await client.presets.watch(undefined, { signal: disposed.signal })) {
      const { presets, chosenId, defaultId, preset } = view;
      const present = session.getState().preset;
      // Settings that this page has changed come back: the same object keeps the quote.
      const same = JSON.stringify(present) === JSON.stringify(preset) ? present : preset;
      session.setState({ presets, chosenPresetId: chosenId, defaultPresetId: defaultId, preset: same });
    }
  }

  async function followWatchFolders(): Promise<void> {
    for await (const { folders } of await client.watchFolders.watch(undefined, { signal: disposed.signal }))
      session.setState({ watchFolders: folders });
  }

  function isPresent(round: number): boolean {
    return round === connectionRound && !disposed.signal.aborted && session.getState().link.kind === 'connected';
  }

  /** Repeats something, with a pause, while this connection lasts. */
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
    void whileConnected(round, FOLLOW_AGAIN_MS, followPresets);
    void whileConnected(round, FOLLOW_AGAIN_MS, followWatchFolders);
    void whileConnected(round, REFRESH_EVERY_MS, refresh);
  });

  // Rows are the first to show that a connection is blocked or free again, thousands of them at once.
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
    overviews: createOverviews({
      drawn: (takes) => client.listening.overviews({ takes }),
      sketched: (jobId) => client.listening.sketch({ jobId }),
    }),
    queue,
    session,
    route: route.store,
    goTo(name, jobId) {
      const present = route.store.getState();
      if (present.jobId !== null) lastCompared = present.jobId;
      const compared = name === 'listen' ? (jobId === undefined ? lastCompared : jobId) : null;
      openPage(route.store, { name, jobId: compared, place: null });
    },
    goToConnection: (connectionId, tab) => openPage(route.store, connectionRoute(connectionId, tab)),
    goToSettings: (place) => openPage(route.store, { name: 'settings', jobId: null, place }),
    refreshConnections,
    async dismissNotice(id) {
      session.setState(({ notices }) => ({ notices: notices.filter((notice) => notice.id !== id) }));
      await client.system.dismissNotice({ id });
    },
    async setPreset(preset) {
      const before = session.getState().preset;
      session.setState({ preset });
      try {
        await client.system.setPreset(preset);
      } catch (refusal) {
        // Start takes what the host remembers.
        session.setState({ preset: before });
        throw refusal;
      }
    },
    async setPreferences(changes) {
      const before = session.getState().preferences;
      preferenceChanges += 1;
      const change = preferenceChanges;
      // The answer to an earlier change knows nothing of a later one.
      const settle = (preferences: Preferences): void => {
        if (change === preferenceChanges) session.setState({ preferences });
      };
      session.setState({ preferences: { ...before, ...changes } });
      try {
        settle(await client.system.setPreferences(changes));
      } catch (thrown) {
        settle(before);
        throw thrown;
      }
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
