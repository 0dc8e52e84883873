/** Handlers of the updates group. */

import type { UpdateState } from '../../../../shared/domain/updates.ts';
import { os } from '../../calls/router.ts';
import { streamEvents } from '../../calls/stream-events.ts';
import type { UpdateWatch } from './update-watch.ts';

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
    restart: os.updates.restart.handler(() => updates.restart()),
  };
}
