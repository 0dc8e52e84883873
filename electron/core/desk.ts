/** createDesk: the application's brain, put together from its parts. It takes up the work that an earlier run left. */

import { mkdirSync } from 'node:fs';
import type { EngineRequests } from '../../shared/engine-api/messages.ts';
import { createScope, type Scope } from '../platform/disposal.ts';
import { closeToOthers } from '../platform/files/owner-only.ts';
import { createHttp } from './api/http.ts';
import { createBuiltInService } from './connections/built-in-service.ts';
import { createConnections, type Prices } from './connections/connections.ts';
import type { DeskParts } from './desk-parts.ts';
import { createEngine } from './engine/library-engine.ts';
import { connectionsHandlers } from './handlers/connections.ts';
import { historyHandlers } from './handlers/history.ts';
import { type LocatedTake, listeningHandlers, locateTake } from './handlers/listening.ts';
import { queueHandlers } from './handlers/queue.ts';
import { type DeskRouter, os } from './handlers/router.ts';
import { systemHandlers } from './handlers/system.ts';
import { createImporter } from './library/import/importer.ts';
import { createGlance } from './library/import/probe-queue.ts';
import { cleanManagedCopies, receiveRecording } from './library/managed-copies.ts';
import { libraryPaths } from './library/paths.ts';
import type { DeskPorts, DeskSettings } from './ports.ts';
import { createAbandonedWatch } from './queue/abandoned/abandoned-watch.ts';
import { createControl } from './queue/control.ts';
import type { QueueContext } from './queue/queue-context.ts';
import { createRunner } from './queue/runner.ts';
import { createClockWatch } from './queue/scheduling/clock-watch.ts';
import { limitsFor } from './queue/scheduling/lanes.ts';
import { createSemaphore } from './queue/scheduling/semaphore.ts';
import { createQuarantine } from './queue/start/quarantine.ts';
import { claimWriter } from './queue/start/writer.ts';
import { takeUpWork } from './queue/startup.ts';
import { createTransitions } from './queue/transitions.ts';
import { createPublisher } from './queue/views/publisher.ts';
import { createRunRecords } from './queue/views/run-records.ts';
import { createTotalsReader } from './queue/views/totals.ts';
import { createBackups } from './recovery/backups/backups.ts';
import { openOrRecover } from './recovery/open-or-recover.ts';
import { createRebuild } from './recovery/rebuild/rebuild.ts';
import { readPreferences } from './store/tables/preferences.ts';

/** Processes that look at recordings and results. */
const LOOKING_ENGINES = 2;

export interface Desk {
  readonly router: DeskRouter;
  locateTake(take: string): LocatedTake | null;
  /** Samples for listening, from an engine of their own. */
  pcm(params: EngineRequests['pcm']['params']): Promise<Uint8Array>;
  tile(params: EngineRequests['tile']['params']): Promise<Uint8Array>;
  /** @param bytes as announced, or null */
  receiveUpload(name: string, body: ReadableStream<Uint8Array>, bytes: number | null): Promise<string>;
  /** A connection for one run; its key stays in memory. @param prices micro-USD a second, where known @returns its id */
  adHocConnection(baseUrl: string, key: string, prices?: Partial<Prices>): string;
  /** Gives a key to the ad-hoc connections of earlier runs that were made with it. */
  recognizeKey(key: string): void;
  close(): Promise<void>;
}

/** Opens the desk. The caller holds the data folder's lock. @throws when the store cannot be opened; nothing stays open then */
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
  closeToOthers(paths.library);
  const { database } = paths;
  const store = openOrRecover({ database, migrations: settings.migrationsDirectory, ports });
  scope.add(() => store.close());
  const backups = createBackups({ database, store, clock: ports.clock, log: ports.log, spawn: ports.spawn });
  scope.add(() => backups.close());
  const http = createHttp(ports.clock, ports.network, () => readPreferences(store));
  scope.add(() => http.close());
  const builtIn = createBuiltInService(ports, settings);
  scope.add(() => builtIn.stop());
  const engine = createEngine(ports.spawn, ports.clock, ports.files, LOOKING_ENGINES);
  scope.add(() => engine.stop());
  const listeningEngine = createEngine(ports.spawn, ports.clock, ports.files);
  scope.add(() => listeningEngine.stop());

  const transitions = createTransitions(store, ports.clock);
  const connections = createConnections(ports, store, http, builtIn);
  const runs = createRunRecords();
  const time = createClockWatch(ports.clock);
  scope.add(() => time.stop());
  const quarantine = createQuarantine(ports.clock, store, settings);
  const writer = claimWriter(store, ports.newId());
  const context: QueueContext = {
    ports,
    settings,
    store,
    transitions,
    connections,
    engine,
    http,
    paths,
    runs,
    time,
    quarantine,
    writer,
    downloads: createSemaphore(limitsFor(settings.concurrency).lanes.downloading),
  };
  const parts = assemble(context);
  scope.add(() => parts.publisher.stop());
  scope.add(() => parts.runner.stop());
  scope.add(() => parts.glance.stop());
  const abandoned = createAbandonedWatch(context);
  scope.add(() => abandoned.stop());
  takeUpWork(parts);
  const rebuild = createRebuild(context, () => parts.runner.wake());
  scope.add(() => rebuild.stop());
  void cleanManagedCopies(paths.managed, store.recordings.managedPaths(), ports.clock.now());

  return {
    router: os.router({
      system: systemHandlers(parts),
      queue: queueHandlers(parts),
      listening: listeningHandlers(parts),
      history: historyHandlers(store),
      connections: connectionsHandlers(parts),
    }),
    locateTake: (take) => locateTake(context, take),
    pcm: async (params) => (await listeningEngine.request('pcm', params)).samples,
    tile: async (params) => (await listeningEngine.request('tile', params)).levels,
    receiveUpload: (name, body, bytes) =>
      receiveRecording(ports.files, paths.managed, { id: ports.newId(), name, body, bytes }),
    adHocConnection: (baseUrl, key, prices) => connections.adHoc(baseUrl, key, prices).id,
    recognizeKey: (key) => connections.recognizeKey(key),
    close: () => scope.close(),
  };
}

function assemble(context: QueueContext): DeskParts {
  const { paths, ports, store, transitions } = context;
  const runner = createRunner(context);
  const totals = createTotalsReader(context, () => runner.runningIds);
  const publisher = createPublisher(context, totals, () => runner.paused);
  transitions.onChange((jobId) => publisher.touch(jobId));
  return {
    context,
    runner,
    totals,
    publisher,
    control: createControl(context, runner),
    glance: createGlance(context),
    importer: createImporter(ports, store, paths.managed),
    setPaused(paused) {
      runner.setPaused(paused);
      publisher.announce();
    },
  };
}
