/** Handlers of the watch folders group. */

import type { WatchFoldersEvent } from '../../../../shared/contract/watch-folders.ts';
import type { PathChecks } from '../../calls/path-policy.ts';
import { os } from '../../calls/router.ts';
import { streamEvents } from '../../calls/stream-events.ts';
import type { WatchFolders } from './watch-folders.ts';

export function watchFoldersHandlers(watchFolders: WatchFolders, { requireOutput, requireWatchable }: PathChecks) {
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
