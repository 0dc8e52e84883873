/** Handlers of the updates group. */

import type { UpdateState } from '../../../shared/domain/updates.ts';
import type { UpdateWatch } from '../updates/update-watch.ts';
import { os, refusing } from './router.ts';
import { streamEvents } from './stream-events.ts';

export function updatesHandlers(updates: Omit<UpdateWatch, 'settingChanged' | 'stop'>) {
  return {
    watch: os.updates.watch.handler(({ signal }) =>
      streamEvents<{ state: UpdateState }>(
        (listener) => updates.onChange((state) => listener({ state })),
        () => ({ state: updates.state() }),
        signal,
      ),
    ),
    check: os.updates.check.handler(() => updates.check()),
    download: os.updates.download.handler(() => updates.download()),
    restart: os.updates.restart.handler(({ errors }) => refusing(errors, () => updates.restart())),
  };
}
