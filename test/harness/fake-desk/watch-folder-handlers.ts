/** Watch folders on the fake desk: what was saved, and what a test says of them. */

import type { WatchFoldersEvent, WatchFolderView } from '../../../shared/contract/watch-folders.ts';
import { createEventHub } from './event-hub.ts';
import type { FakeState } from './fake-state.ts';
import { type Os, refuse } from './refuse.ts';

export type WatchFolderPart = Partial<WatchFolderView> & Pick<WatchFolderView, 'path'>;

export function makeWatchFolders() {
  const hub = createEventHub<WatchFoldersEvent>();
  const folders = new Map<string, WatchFolderView>();
  const all = () => ({ folders: [...folders.values()] });
  return {
    hub,
    /** Paths at which there is no folder. */
    missing: new Set<string>(),
    folders,
    all,
    put(part: WatchFolderPart): void {
      folders.set(part.path, { ...(folders.get(part.path) ?? FRESH), ...part });
      hub.publish(all());
    },
  };
}

const FRESH: Omit<WatchFolderView, 'path'> = {
  presetId: 'restore-only',
  preset: 'Restore only',
  connectionId: 'built-in',
  connection: 'This computer',
  isFree: true,
  capPerDay: null,
  spentToday: 0,
  output: null,
  enabled: true,
  state: { kind: 'watching' },
  pending: 0,
  open: 0,
  waiting: null,
  restoredToday: 0,
  last: null,
};

export function watchFolderHandlers(os: Os, fake: FakeState) {
  const { watchFolders: group } = os;
  const { watchFolders } = fake;
  return {
    list: group.list.handler(() => watchFolders.all()),
    watch: group.watch.handler(({ signal }) => watchFolders.hub.subscribe(watchFolders.all, signal)),
    checkFolder: group.checkFolder.handler(({ input }) => ({
      found: watchFolders.missing.has(input.path) ? ('missing' as const) : ('there' as const),
    })),
    make: group.make.handler(({ input }) => void watchFolders.missing.delete(input.path)),
    save: group.save.handler(({ input }) => {
      const connection = fake.connections.find(({ id }) => id === input.connectionId);
      const preset = fake.presets.view().presets.find(({ id }) => id === input.presetId);
      if (connection === undefined || preset === undefined) throw refuse('notPossibleNow');
      const isFree = Object.values(connection.prices).every((price) => price === 0);
      watchFolders.put({ ...input, isFree, connection: connection.name, preset: preset.name });
    }),
    setEnabled: group.setEnabled.handler(({ input }) => watchFolders.put(input)),
    remove: group.remove.handler(({ input }) => {
      watchFolders.folders.delete(input.path);
      watchFolders.hub.publish(watchFolders.all());
    }),
  };
}
