/** createDesk: the composition root. It opens the ground, then each wing, and collects their handlers and their stops. */

import { type CleanupScope, createScope, type Dispose } from '../platform/disposal.ts';
import { createHttp } from './api/http.ts';
import type { Ground } from './calls/ground.ts';
import { ANY_PATH, createPathChecks, type PathPolicy } from './calls/path-policy.ts';
import { type DeskRouter, os } from './calls/router.ts';
import { createBuiltInService } from './connections/built-in-service.ts';
import { createConnections } from './connections/connections.ts';
import { followNetworkChoice } from './connections/network-choice.ts';
import { plannedRehearsal } from './connections/rehearsals.ts';
import type { Desk } from './desk-surface.ts';
import { createLibraryEngine } from './engine/library-engine.ts';
import { deskCertificate } from './features/connections/webhooks/desk-receiver.ts';
import { openConnectionsWing } from './features/connections/wing.ts';
import { followMove } from './features/data/archive/import-desk.ts';
import { openDataWing } from './features/data/wing.ts';
import { openDeskWing } from './features/desk/wing.ts';
import { openListenWing } from './features/listen/wing.ts';
import { openModelsWing } from './features/models/wing.ts';
import { openSettingsWing } from './features/settings/wing.ts';
import { openWatchFoldersWing } from './features/watch-folders/wing.ts';
import { openLibrary } from './library/paths.ts';
import { createPresets } from './library/presets/presets.ts';
import type { DeskPorts, DeskSettings } from './ports.ts';
import { openQueue } from './queue/open-queue.ts';
import { openReading } from './reading/open-reading.ts';
import { createBackups } from './recovery/backups/backups.ts';
import { openOrRecover } from './recovery/open-or-recover.ts';
import { createRebuild } from './recovery/rebuild/rebuild.ts';
import { noticeServiceRecovered } from './recovery/rebuild/record-recovery.ts';
import { mendPreferences, readPreferences } from './store/tables/preferences.ts';

/** Engine processes that scan recordings and results. */
const SCANNING_ENGINES = 2;

/** Opens the desk. The caller holds the data folder's lock. @throws when the store cannot be opened; nothing is left open then */
export function createDesk(ports: DeskPorts, settings: DeskSettings): Desk {
  const scope = createScope();
  try {
    return openDesk(ports, settings, scope);
  } catch (failure) {
    void scope.close().catch(() => undefined);
    throw failure;
  }
}

function openDesk(ports: DeskPorts, settings: DeskSettings, scope: CleanupScope): Desk {
  /** What was opened last is closed first. */
  function opened<Part extends { stop: Dispose } | { close: Dispose }>(part: Part): Part {
    scope.add(() => ('stop' in part ? part.stop() : part.close()));
    return part;
  }

  const { dataDirectory, migrationsDirectory: migrations, version } = settings;
  const paths = openLibrary(dataDirectory);
  const { database } = paths;
  const { clock, network, newRequestId } = ports;
  const store = opened(openOrRecover({ database, migrations, ports }));
  followMove(store, dataDirectory);
  mendPreferences(store, clock.now());
  if (ports.egress !== undefined) followNetworkChoice(ports.egress, store, ports.vault);
  opened(createBackups({ ...ports, database, store }));
  const http = opened(createHttp(clock, network, () => readPreferences(store), { version, newRequestId }));
  const builtIn = opened(
    createBuiltInService(ports, settings, {
      receiver: async () => (await deskCertificate({ ...ports, dataDirectory })).certificate,
      rehearsal: () => plannedRehearsal(store),
      onRecovered: (recovered) => noticeServiceRecovered(store, recovered, clock.now()),
    }),
  );
  const engine = opened(createLibraryEngine(ports, SCANNING_ENGINES));
  const presets = createPresets(ports, store);
  presets.begin(settings.host !== 'cli');
  const connections = createConnections(ports, store, http, builtIn);
  const queue = openQueue({ builtIn, connections, engine, http, paths, ports, settings, store }, scope);
  opened(
    createRebuild({ quarantine: queue.quarantine, connections, ports, settings, store }, () => queue.runner.wake()),
  );

  const ground: Ground = { builtIn, connections, engine, paths, ports, presets, queue, settings, store };
  const watchFolders = opened(openWatchFoldersWing(ground));
  const connectionsWing = opened(openConnectionsWing(ground));
  const listen = opened(openListenWing(ground));
  const settingsWing = opened(openSettingsWing(ground, listen.copiesChanged));
  const reading = opened(openReading(ground, listen.tableFiles));
  const data = openDataWing(ground);
  const models = openModelsWing(ground);
  const desk = openDeskWing(ground);

  function routerFor(policy: PathPolicy): DeskRouter {
    const checks = createPathChecks(policy, paths.managed, () => {
      const { folders, parts } = presets.paths();
      return { parts, folders: [...folders, ...watchFolders.folders()] };
    });
    return os.router({
      ...desk.handlers(checks),
      ...listen.handlers(checks),
      ...connectionsWing.handlers(),
      ...watchFolders.handlers(checks),
      ...data.handlers(checks),
      ...models.handlers(checks),
      ...settingsWing.handlers(checks),
      ...reading.handlers(checks),
    });
  }

  return {
    router: routerFor(ANY_PATH),
    pageRouter: routerFor,
    ...desk.forHost,
    ...listen.forHost,
    ...connectionsWing.forHost,
    ...watchFolders.forHost,
    ...settingsWing.forHost,
    close: () => scope.close(),
  };
}
