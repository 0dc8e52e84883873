/** Opens the wing of watch folders: what they are, and the watching itself. */

import type { WatchFoldersEvent } from '../../../../shared/contract/watch-folders.ts';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import { isErrno } from '../../../platform/files/file-errors.ts';
import type { Files } from '../../../platform/files/files.ts';
import type { Ground } from '../../calls/ground.ts';
import type { PathChecks } from '../../calls/path-policy.ts';
import { os } from '../../calls/router.ts';
import { streamEvents } from '../../calls/stream-events.ts';
import { WATCH } from './strings.ts';
import { createWatchFolders, type WatchFolders } from './watch-folders.ts';

export function openWatchFoldersWing(ground: Ground) {
  const watchFolders = createWatchFolders(ground);
  return {
    handlers: (checks: PathChecks) => ({
      watchFolders: watchFoldersHandlers(watchFolders, ground.ports.files, checks),
    }),
    stop: watchFolders.stop,
    /** Folders that the person chose here. */
    folders: watchFolders.folders,
    forHost: { watchHere: watchFolders.watchHere },
  };
}

function watchFoldersHandlers(
  watchFolders: WatchFolders,
  files: Files,
  { requireOutput, requireWatchable }: PathChecks,
) {
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
    checkFolder: group.checkFolder.handler(async ({ input }) => {
      requireWatchable(input.path);
      return { found: await lookFor(files, input.path) };
    }),
    make: group.make.handler(async ({ input }) => {
      requireWatchable(input.path);
      await files.makeFolder(input.path).catch((failure) => {
        throw new CleartakeError('outputUnwritable', {
          cause: failure,
          detail: input.path,
          parts: WATCH.notMade(input.path),
        });
      });
    }),
    save: group.save.handler(({ input }) => {
      requireWatchable(input.path);
      if (input.output !== null) requireOutput({ output: input.output });
      watchFolders.save(input);
    }),
    setEnabled: group.setEnabled.handler(({ input }) => watchFolders.setEnabled(input.path, input.enabled)),
    remove: group.remove.handler(({ input }) => watchFolders.remove(input.path)),
  };
}

async function lookFor(files: Files, folder: string): Promise<'there' | 'missing' | 'no-folder'> {
  try {
    return (await files.facts(folder)).kind === 'folder' ? 'there' : 'no-folder';
  } catch (failure) {
    return isErrno(failure, 'ENOENT', 'ENOTDIR') ? 'missing' : 'there';
  }
}
