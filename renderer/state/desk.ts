/** The page's desk: client, stores, and the work that keeps them true. Made once, handed down by context. */

import type { DeskClient } from '../../shared/contract/index.ts';
import type { BatchPreset } from '../../shared/domain/batch-preset.ts';
import type { DeskLink } from '../bridge/desk-link.ts';
import { createPlaceStore, type PlaceName, type PlaceStore, goTo as showPlace } from './place-store.ts';
import { createQueueStore, type QueueStore } from './queue-store.ts';
import { followQueue } from './queue-sync.ts';
import { createSessionStore, type SessionStore } from './session-store.ts';

export interface Desk {
  readonly client: DeskClient;
  readonly link: DeskLink;
  readonly queue: QueueStore;
  readonly session: SessionStore;
  readonly place: PlaceStore;
  /** Without a job, Listen goes back to the one compared last; with null, to the choice. */
  goTo(name: PlaceName, jobId?: string | null): void;
  /** Fetches connections anew, after any change to them. */
  refreshConnections(): Promise<void>;
  /** Keeps a preset here at once and at the host for the next time. */
  setPreset(preset: BatchPreset): Promise<void>;
  dispose(): void;
}

export function createDesk(link: DeskLink): Desk {
  const { client } = link;
  const queue = createQueueStore();
  const session = createSessionStore();
  const place = createPlaceStore();
  let following: AbortController | null = null;
  let lastCompared: string | null = null;

  async function refreshConnections(): Promise<void> {
    const { connections, vault } = await client.connections.list();
    session.setState({ connections, vaultSentence: vault.sentence });
  }

  async function greet(): Promise<void> {
    const [info, preset] = await Promise.all([client.system.info(), client.system.preset(), refreshConnections()]);
    // Recordings without a path have no place beside them: here their results stay in the library until another place is chosen.
    const homeless = !info.filesHavePaths && preset.output.kind === 'beside-source';
    session.setState({ info, preset: homeless ? { ...preset, output: { kind: 'library' } } : preset });
  }

  const stopStatus = link.onStatus((status) => {
    session.setState({ link: status });
    // A lost connection has ended the watch already: nothing is left to call off.
    following = null;
    if (status.kind !== 'connected') return;
    session.setState({ everConnected: true });
    following = new AbortController();
    void followQueue(client, queue, following.signal);
    greet().catch(() => undefined);
  });

  return {
    client,
    link,
    queue,
    session,
    place: place.store,
    goTo(name, jobId) {
      const present = place.store.getState();
      if (present.jobId !== null) lastCompared = present.jobId;
      showPlace(place.store, name, name === 'listen' ? (jobId === undefined ? lastCompared : jobId) : null);
    },
    refreshConnections,
    async setPreset(preset) {
      session.setState({ preset });
      await client.system.setPreset(preset);
    },
    dispose() {
      stopStatus();
      following?.abort();
      place.dispose();
      link.close();
    },
  };
}
