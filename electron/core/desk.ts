/** createDesk: the composition root. It opens the store and the parts, and connects them. */

import { mkdirSync } from 'node:fs';
import type { SavedText } from '../../shared/contract/system.ts';
import type { EngineRequests } from '../../shared/engine-api/messages.ts';
import { createScope, type Scope } from '../platform/disposal.ts';
import { restrictToOwner } from '../platform/files/owner-only.ts';
import { createHttp } from './api/http.ts';
import { createBuiltInService } from './connections/built-in-service.ts';
import { createConnections, type Prices } from './connections/connections.ts';
import { createEngine } from './engine/library-engine.ts';
import { connectionsHandlers } from './handlers/connections.ts';
import { exportingHandlers } from './handlers/finished/exporting.ts';
import { historyHandlers } from './handlers/finished/history.ts';
import {
  generationOf,
  type LocatedTake,
  listeningHandlers,
  locateTake,
  resultOf,
} from './handlers/finished/listening.ts';
import { verdictsHandlers } from './handlers/finished/verdicts.ts';
import { ANY_PATH, createPathChecks, type PathPolicy } from './handlers/path-policy.ts';
import { addingHandlers } from './handlers/queue/adding.ts';
import { presetsHandlers } from './handlers/queue/presets.ts';
import { queueHandlers } from './handlers/queue/queue.ts';
import { type DeskRouter, os } from './handlers/router.ts';
import { type ShownDiagnostics, systemHandlers } from './handlers/system.ts';
import { updatesHandlers } from './handlers/updates.ts';
import { watchFoldersHandlers } from './handlers/watch-folders.ts';
import { createSaver, type SavedFile } from './library/export/saving.ts';
import { cleanExcerpts, cleanManagedCopies, receiveRecording } from './library/managed-copies.ts';
import { libraryPaths } from './library/paths.ts';
import { presetFile } from './library/presets/preset-file.ts';
import { createPresets } from './library/presets/presets.ts';
import type { CloseAnswer, DeskPorts, DeskSettings } from './ports.ts';
import { createClosing } from './queue/attention/closing.ts';
import { openQueue } from './queue/open-queue.ts';
import { createBackups } from './recovery/backups/backups.ts';
import { openOrRecover } from './recovery/open-or-recover.ts';
import { createRebuild } from './recovery/rebuild/rebuild.ts';
import { mendPreferences, readPreferences } from './store/tables/preferences.ts';
import { createUpdateWatch } from './updates/update-watch.ts';
import { createWatchFolders, type WatchFolders } from './watch/watch-folders.ts';

/** Engine processes that scan recordings and results. */
const SCANNING_ENGINES = 2;

export interface Desk {
  readonly router: DeskRouter;
  /** The same for a page, which can name only paths that the policy allows. */
  pageRouter(policy: PathPolicy): DeskRouter;
  locateTake(take: string): LocatedTake | null;
  /** The output of a result's take as Save makes it; null while it has to be made first. */
  fileOfResult(takeId: string): string | null;
  /** The output of a result's take as its preset says, made first unless it is there. @throws CleartakeError as the export does */
  savedFile(takeId: string): Promise<SavedFile>;
  /** The latest job with a service's project, from the queue or the history; null when there is none. */
  jobOfProject(projectId: string): string | null;
  /** Presets as a file that can be imported. @param id null for all of the person's own; the answer is null for an unknown one */
  presetFile(id: string | null): SavedText | null;
  /** The diagnostics file that a page was shown last; null before. */
  diagnosticsFile(): SavedText | null;
  /** Samples for playback, from a separate engine process. */
  pcm(params: EngineRequests['pcm']['params']): Promise<Uint8Array>;
  tile(params: EngineRequests['tile']['params']): Promise<Uint8Array>;
  /** @param bytes announced size, or null */
  receiveUpload(name: string, body: ReadableStream<Uint8Array>, bytes: number | null): Promise<string>;
  /** Adds a connection for one run; its key stays in memory. @param prices micro-USD a second, where known @returns its id */
  adHocConnection(baseUrl: string, key: string, prices?: Partial<Prices>): string;
  /** Gives a key to the ad-hoc connections of earlier runs that used the same key. */
  recognizeKey(key: string): void;
  /** Watches a folder for this run only. @returns jobs of the folder that an earlier run left */
  watchHere: WatchFolders['watchHere'];
  /** Whether work runs that closing the window would interrupt. */
  isWorking(): boolean;
  /** What the person wants done with running work when they close the window. */
  beforeClosing(): Promise<CloseAnswer>;
  /** Call it when the computer has woken up. */
  afterSleep(): void;
  close(): Promise<void>;
}

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

function openDesk(ports: DeskPorts, settings: DeskSettings, scope: Scope): Desk {
  const paths = libraryPaths(settings.dataDirectory);
  mkdirSync(paths.managed, { recursive: true, mode: 0o700 });
  restrictToOwner(paths.library);
  const { database } = paths;
  const store = openOrRecover({ database, migrations: settings.migrationsDirectory, ports });
  scope.add(() => store.close());
  mendPreferences(store, ports.clock.now());
  const backups = createBackups({ database, store, clock: ports.clock, log: ports.log, spawn: ports.spawn });
  scope.add(() => backups.close());
  const http = createHttp(ports.clock, ports.network, () => readPreferences(store));
  scope.add(() => http.close());
  const builtIn = createBuiltInService(ports, settings);
  scope.add(() => builtIn.stop());
  const engine = createEngine(ports, SCANNING_ENGINES);
  scope.add(() => engine.stop());
  const listeningEngine = createEngine(ports);
  scope.add(() => listeningEngine.stop());

  const presets = createPresets(ports, store);
  presets.beginWithDefault();
  const connections = createConnections(ports, store, http, builtIn);
  const queue = openQueue({ builtIn, connections, engine, http, paths, ports, settings, store }, scope);
  const { aligns, check, quarantine, runner, views } = queue;
  const saver = createSaver({ ...ports, aligns, engine, store }, paths);
  const rebuild = createRebuild({ connections, ports, quarantine, settings, store }, () => runner.wake());
  scope.add(() => rebuild.stop());
  const watchFolders = createWatchFolders({ connections, ports, presets, queue, settings, store });
  scope.add(() => watchFolders.stop());
  const updates = createUpdateWatch(ports, {
    isOn: () => readPreferences(store).lookForUpdates,
    isWorking: queue.isWorking,
  });
  scope.add(() => updates.stop());
  const now = ports.clock.now();
  void cleanManagedCopies(paths.managed, store.recordings.managedPaths(), now);
  // The store may be closed meanwhile: then the next start cleans.
  cleanExcerpts(paths.excerpts, (id) => store.jobs.find(id) !== undefined, now).catch(() => undefined);

  const chosenFolders = () => [...presets.folders(), ...watchFolders.folders()];

  const shownDiagnostics: ShownDiagnostics = { file: null };

  function routerFor(policy: PathPolicy): DeskRouter {
    const checks = createPathChecks(policy, paths.managed, chosenFolders);
    return os.router({
      system: systemHandlers(ports, settings, store, queue, presets, checks, updates, shownDiagnostics),
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
        ...listeningHandlers(store, paths, views),
        ...exportingHandlers({ ...ports, check, engine, saver, store }, checks),
      },
      verdicts: verdictsHandlers({ ...ports, paths }, store),
      history: historyHandlers(store),
      connections: connectionsHandlers({
        connections,
        ports,
        store,
        unpark: runner.unpark,
        onCaps: queue.control.capsChanged,
      }),
      watchFolders: watchFoldersHandlers(watchFolders, checks),
      updates: updatesHandlers(updates),
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
    savedFile: async (takeId) => await saver.save(generationOf(takeId)).file,
    locateTake: (take) => locateTake(store, paths, take),
    diagnosticsFile: () => shownDiagnostics.file,
    presetFile: (id) => presetFile(presets.view().presets, id),
    pcm: async (params) => (await listeningEngine.request('pcm', params)).samples,
    tile: async (params) => (await listeningEngine.request('tile', params)).levels,
    receiveUpload: (name, body, bytes) =>
      receiveRecording(ports.files, paths.managed, { id: ports.newId(), name, body, bytes }),
    adHocConnection: (baseUrl, key, prices) => connections.adHoc(baseUrl, key, prices).id,
    recognizeKey: (key) => connections.recognizeKey(key),
    watchHere: watchFolders.watchHere,
    isWorking: queue.isWorking,
    beforeClosing: ports.attention === undefined ? async () => 'quit' : createClosing(store, ports.attention),
    afterSleep: queue.afterSleep,
    close: () => scope.close(),
  };
}
