/** Opens the wing of watch folders: what they are, and the watching itself. */

import type { WatchFoldersEvent } from '../../../../shared/contract/watch-folders.ts';
import type { Ground } from '../../calls/ground.ts';
import type { PathChecks } from '../../calls/path-policy.ts';
import { os } from '../../calls/router.ts';
import { streamEvents } from '../../calls/stream-events.ts';
import { createWatchFolders, type WatchFolders } from './watch-folders.ts';

export function openWatchFoldersWing(ground: Ground) {
  const watchFolders = createWatchFolders(ground);
  return {
    handlers: (checks: PathChecks) => ({ watchFolders: watchFoldersHandlers(watchFolders, checks) }),
    stop: watchFolders.stop,
    /** Folders that the person chose here. */
    folders: watchFolders.folders,
    forHost: { watchHere: watchFolders.watchHere },
  };
}

function watchFoldersHandlers(watchFolders: WatchFolders, { requireOutput, requireWatchable }: PathChecks) {
  const group = os.watchFolders;
  const all = () => ({ folders: watchFolders.list() });
  return {
    list: group.list.handler(all),
    watch: group.watch.handler(({ signal }) =>
      streamEvents<WatchFoldersEvent>(
        (listener) => watchFolders.watch((folders) => listener({ folders })),
        all,
        signal,
      ),
    ),
    save: group.save.handler(({ input }) => {
      requireWatchable(input.path);
      if (input.output !== null) requireOutput({ output: input.output });
      watchFolders.save(input);
    }),
    setEnabled: group.setEnabled.handler(({ input }) => watchFolders.setEnabled(input.path, input.enabled)),
    remove: group.remove.handler(({ input }) => watchFolders.remove(input.path)),
  };
}
