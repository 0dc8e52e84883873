/** createDesk: the composition root. It opens the store and the parts, and connects them. */

import { revealSecret, rotateSecret } from '../../shared/service-api/operations/portal-webhooks.ts';
import { type CleanupScope, createScope } from '../platform/disposal.ts';
import { makeFolderSync, restrictToOwner } from '../platform/files/make-folder.ts';
import { createHttp } from './api/http.ts';
import { ANY_PATH, createPathChecks, type PathPolicy } from './calls/path-policy.ts';
import { type DeskRouter, os } from './calls/router.ts';
import { createBuiltInService } from './connections/built-in-service.ts';
import { createConnections } from './connections/connections.ts';
import { createRehearsals, plannedRehearsal } from './connections/rehearsals.ts';
import type { Desk } from './desk-surface.ts';
import { createLibraryEngine } from './engine/library-engine.ts';
import { connectionsHandlers } from './features/connections/connections.ts';
import { keysHandlers } from './features/connections/keys.ts';
import { portalHandlers } from './features/connections/portal.ts';
import { rehearsalHandlers } from './features/connections/rehearsal.ts';
import { createDeskReceiver, deskCertificate } from './features/connections/webhooks/desk-receiver.ts';
import { webhooksHandlers } from './features/connections/webhooks.ts';
import { costsHandlers } from './features/costs/costs.ts';
import { createDeskArchiver } from './features/data/archive/archiver.ts';
import { followMove } from './features/data/archive/follow-move.ts';
import { createBackupKeeper } from './features/data/backups/backup-keeper.ts';
import { careHandlers } from './features/data/handlers.ts';
import { createDataMover } from './features/data/move/mover.ts';
import { createServiceProjects } from './features/data/projects/service-projects.ts';
import { createSpaceKeeper } from './features/data/space/space-keeper.ts';
import { addingHandlers } from './features/desk/adding.ts';
import { presetsHandlers } from './features/desk/presets.ts';
import { queueHandlers } from './features/desk/queue.ts';
import { historyHandlers } from './features/history/history.ts';
import { exportingHandlers } from './features/listen/exporting.ts';
import { keepingHandlers } from './features/listen/keeping.ts';
import { listeningHandlers } from './features/listen/listening.ts';
import { lagOf, locatePreview, locateTake } from './features/listen/locate-take.ts';
import { partHandlers } from './features/listen/parts.ts';
import { sourcesHandlers } from './features/listen/sources.ts';
import { verdictsHandlers } from './features/listen/verdicts.ts';
import { createWaveforms } from './features/listen/waveforms.ts';
import { type ShownDiagnostics, systemHandlers } from './features/settings/system.ts';
import { createUpdateWatch } from './features/settings/update-watch.ts';
import { updatesHandlers } from './features/settings/updates.ts';
import { watchFoldersHandlers } from './features/watch-folders/handlers.ts';
import { createWatchFolders } from './features/watch-folders/watch-folders.ts';
import { createLags } from './library/export/lags.ts';
import { createLimitedPreviews } from './library/export/limited-previews.ts';
import { createParts } from './library/export/parts.ts';
import { createPreviews } from './library/export/previews.ts';
import { createSaver } from './library/export/saving.ts';
import { createTableFiles } from './library/export/table-files.ts';
import { cleanExcerpts, cleanManagedCopies, receiveRecording } from './library/managed-copies.ts';
import { libraryPaths } from './library/paths.ts';
import { presetFile } from './library/presets/preset-file.ts';
import { createPresets } from './library/presets/presets.ts';
import { createClippedPlaces } from './library/sources/clipped-places.ts';
import { cleanListeningCopies, createListeningCopies } from './library/sources/listening-copies.ts';
import { generationOf, resultOf } from './library/take-ids.ts';
import type { DeskPorts, DeskSettings } from './ports.ts';
import { createClosing } from './queue/attention/closing.ts';
import { openQueue } from './queue/open-queue.ts';
import { createReader } from './reading/reader.ts';
import { tablesHandlers } from './reading/tables.ts';
import { checkElsewhere } from './recovery/backups/backup-copy.ts';
import { createBackups } from './recovery/backups/backups.ts';
import { openOrRecover } from './recovery/open-or-recover.ts';
import { createRebuild } from './recovery/rebuild/rebuild.ts';
import { tellServiceRecovered } from './recovery/rebuild/service-recovery.ts';
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
  const paths = libraryPaths(settings.dataDirectory);
  makeFolderSync(paths.managed, 0o700);
  restrictToOwner(paths.library);
  const { database } = paths;
  const store = openOrRecover({ database, migrations: settings.migrationsDirectory, ports });
  scope.add(() => store.close());
  const reader = createReader({ clock: ports.clock, database, store });
  scope.add(() => reader.close());
  followMove(store, settings.dataDirectory);
  mendPreferences(store, ports.clock.now());
  const backups = createBackups({ database, store, clock: ports.clock, log: ports.log, spawn: ports.spawn });
  scope.add(() => backups.close());
  const http = createHttp(ports.clock, ports.network, () => readPreferences(store), {
    version: settings.version,
    newRequestId: ports.newRequestId,
  });
  scope.add(() => http.close());
  const builtIn = createBuiltInService(ports, settings, {
    receiver: async () => (await deskCertificate({ ...ports, dataDirectory: settings.dataDirectory })).certificate,
    rehearsal: () => plannedRehearsal(store),
    onRecovered: (recovered) => tellServiceRecovered(store, recovered, ports.clock.now()),
  });
  scope.add(() => builtIn.stop());
  const engine = createLibraryEngine(ports, SCANNING_ENGINES);
  scope.add(() => engine.stop());
  const listeningEngine = createLibraryEngine(ports);
  scope.add(() => listeningEngine.stop());

  const presets = createPresets(ports, store);
  presets.beginWithDefault();
  const connections = createConnections(ports, store, http, builtIn);
  const rehearsals = createRehearsals({ builtIn, connections, store });
  const queue = openQueue({ builtIn, connections, engine, http, paths, ports, settings, store }, scope);
  const { aligns, check, quarantine, runner, views } = queue;
  const saver = createSaver({ ...ports, aligns, engine, store }, paths);
  const parts = createParts({ ...ports, engine }, paths);
  const tableFiles = createTableFiles({ ...ports, parts });
  const previews = createPreviews({ ...ports, engine, store });
  const limitedPreviews = createLimitedPreviews({ ...ports, engine, store }, paths);
  const lags = createLags({ ...ports, engine });
  const clippedPlaces = createClippedPlaces({ ...ports, engine, paths, store });
  const rebuild = createRebuild({ connections, ports, quarantine, settings, store }, () => runner.wake());
  scope.add(() => rebuild.stop());
  const watchFolders = createWatchFolders({ connections, ports, presets, queue, settings, store });
  scope.add(() => watchFolders.stop());
  const receiver = createDeskReceiver({
    ...ports,
    dataDirectory: settings.dataDirectory,
    store,
    connections: () => connections.list().map(({ id }) => id),
    hint: queue.hint,
  });
  scope.add(() => receiver.stop());
  // A terminal ends with its work; it has `webhooks listen`.
  if (settings.host !== 'cli') void receiver.start();
  const updates = createUpdateWatch(ports, {
    isOn: () => readPreferences(store).lookForUpdates,
    isWorking: queue.isWorking,
  });
  scope.add(() => updates.stop());
  const checkHistory = (file: string) =>
    checkElsewhere(ports.spawn, {
      database,
      migrations: settings.migrationsDirectory,
      file,
      now: ports.clock.now(),
    });
  const keeper = createBackupKeeper({ clock: ports.clock, database, check: checkHistory });
  const projects = createServiceProjects({ connections, ports, settings, store }, () => runner.wake());
  const space = createSpaceKeeper({ ...ports, connections, dataDirectory: settings.dataDirectory, store });
  const isWorking = () => queue.totals.read().active > 0;
  const mover = createDataMover({
    ...ports,
    dataDirectory: settings.dataDirectory,
    store,
    isWorking,
  });
  const archiver = createDeskArchiver({
    ...ports,
    dataDirectory: settings.dataDirectory,
    check: checkHistory,
    isWorking,
  });
  const now = ports.clock.now();
  void cleanManagedCopies(paths.managed, store.recordings.managedPaths(), now);
  // The store may be closed meanwhile: then the next start cleans.
  cleanExcerpts(paths.excerpts, (id) => store.jobs.find(id) !== undefined, now).catch(() => undefined);

  const chosenFolders = () => [...presets.folders(), ...watchFolders.folders()];

  const copies = createListeningCopies({ ...ports, engine, paths, store });
  scope.add(() => copies.stop());
  // A terminal ends with its work: the next desk makes the copies.
  if (settings.host !== 'cli') {
    cleanListeningCopies(paths.listening).then(copies.settingChanged, () => undefined);
    queue.onChange(copies.wake);
  }

  const shownDiagnostics: ShownDiagnostics = { file: null };

  function routerFor(policy: PathPolicy): DeskRouter {
    const checks = createPathChecks(policy, paths.managed, chosenFolders);
    return os.router({
      system: systemHandlers(
        ports,
        settings,
        store,
        { ...queue, copiesChanged: copies.settingChanged },
        presets,
        checks,
        updates,
        shownDiagnostics,
      ),
      queue: queueHandlers({
        checks,
        connections,
        managed: paths.managed,
        newId: ports.newId,
        opened: ports.opened,
        queue,
        samplesDirectory: settings.samplesDirectory,
        store,
      }),
      presets: presetsHandlers(ports, presets, checks),
      adding: addingHandlers(ports, queue.adding),
      listening: {
        ...listeningHandlers(store, paths, views, engine, lags, clippedPlaces),
        ...partHandlers({ ...ports, parts, paths, store }),
        ...exportingHandlers(
          { ...ports, check, engine, limitedPreviews, previews, saver, store, touch: queue.publisher.touch },
          checks,
        ),
      },
      verdicts: {
        ...verdictsHandlers({ ...ports, paths }, store),
        ...keepingHandlers({ ...ports, check, engine, paths, store, touch: queue.publisher.touch }),
      },
      sources: sourcesHandlers(ports, store, queue, checks),
      history: historyHandlers(ports, store, reader),
      costs: costsHandlers({ connections, reader }),
      tables: tablesHandlers({ ...ports, reader, tableFiles }, checks),
      connections: connectionsHandlers({
        connections,
        forgetSigning: (connectionId) => receiver.setSecrets(connectionId, null),
        ports,
        rehearsals,
        store,
        unpark: runner.unpark,
        onCaps: queue.control.capsChanged,
      }),
      webhooks: webhooksHandlers({ connections, receiver }),
      keys: keysHandlers({ connections, ports, unpark: runner.unpark }),
      portal: portalHandlers({ connections, ports, unpark: runner.unpark }),
      rehearsal: rehearsalHandlers({ rehearsals, unpark: runner.unpark }),
      watchFolders: watchFoldersHandlers(watchFolders, checks),
      updates: updatesHandlers(updates),
      care: careHandlers({
        archiver,
        backups: keeper,
        checks,
        mover,
        projects,
        space,
        quit: ports.whenEnded?.quit,
        restart: ports.restart,
      }),
    });
  }

  return {
    router: routerFor(ANY_PATH),
    pageRouter: routerFor,
    fileOfResult: (takeId) => {
      const id = resultOf(takeId);
      return id === null ? null : saver.ready(id);
    },
    jobOfProject: (projectId) => store.recoveredJobs.latestOfProject(projectId) ?? null,
    savedFile: async (takeId) => parts.file(takeId) ?? (await saver.save(generationOf(takeId)).file),
    locateTake: (take) => locatePreview(limitedPreviews.file(take)) ?? locateTake(store, paths, take),
    waveform: createWaveforms(engine, lags, ports, store, paths),
    lag: async (take) => (await lagOf(lags, locateTake(store, paths, take))).lag ?? 0,
    diagnosticsFile: () => shownDiagnostics.file,
    presetFile: (id) => presetFile(presets.view().presets, id),
    pcm: async (params) => (await listeningEngine.request('pcm', params)).samples,
    tile: async (params) => (await listeningEngine.request('tile', params)).levels,
    loudness: async (params) => (await engine.request('loudness', params)).loudness,
    receiveUpload: (name, body, bytes) =>
      receiveRecording(ports.files, paths.managed, { id: ports.newId(), name, body, bytes }),
    adHocConnection: async (baseUrl, key, details) => (await connections.adHoc.open(baseUrl, key, details)).id,
    recognizeKey: async (key, baseUrl) => {
      for (const id of await connections.adHoc.recognize(key, baseUrl)) await runner.unpark(id);
    },
    signingSecret: async (connectionId, endpointId, rotate) => {
      const { reveal } = await connections.portal(connectionId);
      const { secret } = await (rotate === null
        ? reveal(revealSecret, { endpointId })
        : reveal(rotateSecret, { endpointId, immediately: rotate === 'at-once' }));
      return secret;
    },
    watchHere: watchFolders.watchHere,
    isWorking: queue.isWorking,
    beforeClosing: ports.attention === undefined ? async () => 'quit' : createClosing(store, ports.attention),
    afterSleep: queue.afterSleep,
    close: () => scope.close(),
  };
}
