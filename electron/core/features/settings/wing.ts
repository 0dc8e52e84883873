/** Opens the wing of Settings: preferences, updates, diagnostics. */

import type { UpdateState } from '../../../../shared/domain/updates.ts';
import type { Ground } from '../../calls/ground.ts';
import type { PathChecks } from '../../calls/path-policy.ts';
import { os } from '../../calls/router.ts';
import { streamEvents } from '../../calls/stream-events.ts';
import { readPreferences } from '../../store/tables/preferences.ts';
import { type ShownDiagnostics, systemHandlers } from './system.ts';
import { createUpdateWatch, type UpdateWatch } from './update-watch.ts';

/** @param copiesChanged called when the preference for listening copies changed */
export function openSettingsWing({ ports, presets, queue, settings, store }: Ground, copiesChanged: () => void) {
  const shown: ShownDiagnostics = { file: null };
  const updates = createUpdateWatch(ports, {
    isOn: () => readPreferences(store).lookForUpdates,
    isWorking: queue.isWorking,
  });
  return {
    handlers: (checks: PathChecks) => ({
      system: systemHandlers({ checks, copiesChanged, ports, presets, queue, settings, shown, store, updates }),
      updates: updatesHandlers(updates),
    }),
    stop: updates.stop,
    forHost: { diagnosticsFile: () => shown.file },
  };
}

function updatesHandlers(updates: Omit<UpdateWatch, 'settingChanged' | 'stop'>) {
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
