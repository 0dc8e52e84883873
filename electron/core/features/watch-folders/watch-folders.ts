/** All watch folders: those of Settings, which the desk watches while it is open, and those that a terminal names for one run. */

import path from 'node:path';
import type { WatchFolderView } from '../../../../shared/contract/watch-folders.ts';
import type { BatchPreset } from '../../../../shared/domain/batch/batch-preset.ts';
import { presetOf } from '../../../../shared/domain/batch/presets.ts';
import type { WatchFolderSettings } from '../../../../shared/domain/batch/watch-folders.ts';
import type { Message } from '../../../../shared/domain/error-messages/message.ts';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import { createListeners, type Dispose } from '../../../platform/disposal.ts';
import { createAlarm } from '../../../platform/time/timers.ts';
import type { Connections } from '../../connections/connections.ts';
import type { Presets } from '../../library/presets/presets.ts';
import type { DeskPorts, DeskSettings } from '../../ports.ts';
import { capsChanged, retryJobs } from '../../queue/actions.ts';
import { isMetered } from '../../queue/money/meter.ts';
import type { Queue } from '../../queue/open-queue.ts';
import { isDoubted, trustHistory } from '../../recovery/rebuild/record-recovery.ts';
import type { Store } from '../../store/open-store.ts';
import {
  batchOf,
  readDefinitions,
  requirePossible,
  setCap,
  type WatchDefinition,
  type WatchSurroundings,
  writeDefinitions,
} from './definitions.ts';
import type { WatchWork } from './files/take-files.ts';
import { takeFiles } from './files/take-files.ts';
import { folderView } from './folder-view.ts';
import { WATCH } from './strings.ts';
import { type FolderState, type WatchedFolder, watchFolder } from './watched-folder.ts';

export interface WatchFolders {
  list(): WatchFolderView[];
  /** Told after changes, a few times a second at most. */
  watch(listener: (folders: WatchFolderView[]) => void): Dispose;
  /** Adds a folder, or changes the one with this path. @throws CleartakeError notPossibleNow */
  save(settings: WatchFolderSettings): void;
  /** @throws CleartakeError notFound */
  setEnabled(folder: string, enabled: boolean): void;
  /** @throws CleartakeError notFound */
  remove(folder: string): void;
  /** Folders that the person chose, and their results' places. */
  folders(): readonly string[];
  /** Watches a folder for this run only, also one of Settings. @returns jobs of the folder that an earlier run left */
  watchHere(folder: WatchHere, listener: WatchListener): string[];
  stop(): Promise<void>;
}

export interface WatchHere {
  /** Absolute. */
  readonly path: string;
  readonly preset: BatchPreset;
  /** Null without one. */
  readonly presetName: string | null;
  readonly connectionId: string;
  /** Micro-USD, or null. */
  readonly capPerDay: number | null;
  /** The person knows what was paid before a recovery of the history. */
  readonly isHistoryChecked: boolean;
}

export interface WatchListener {
  readonly onAdded: (jobId: string) => void;
  readonly onState: (state: FolderState) => void;
}

export interface WatchFoldersPorts {
  readonly connections: Connections;
  readonly ports: Pick<DeskPorts, 'clock' | 'files' | 'log' | 'watching'>;
  readonly presets: Presets;
  readonly queue: Pick<Queue, 'context' | 'importer' | 'publisher' | 'runner'>;
  readonly settings: Pick<DeskSettings, 'host'>;
  readonly store: Store;
}

const NOTIFY_MS = 250;
/** A folder that came back has its recordings again. */
const GONE_FILES = ['sourceMissing', 'sourceUnreadable'];

export function createWatchFolders(given: WatchFoldersPorts): WatchFolders {
  const { connections, ports, presets, queue, store } = given;
  const surroundings = { connections, presets, store };
  const watched = new Map<string, WatchedFolder>();
  const listeners = createListeners<WatchFolderView[]>();
  const stops: Dispose[] = [];
  let reported = '';
  const alarm = createAlarm(ports.clock, notifyChanges);
  let listening = 0;
  const notifySoon = () => {
    if (listening > 0 && !alarm.isSet) alarm.set(NOTIFY_MS);
  };

  /** The queue changes often, and its changes are rarely about watch folders. */
  function notifyChanges(): void {
    const now = list();
    const text = JSON.stringify(now);
    if (text !== reported) listeners.notify(now);
    reported = text;
  }

  function list(): WatchFolderView[] {
    const now = ports.clock.now();
    return readDefinitions(store).map((one) => folderView(surroundings, one, watched.get(one.path) ?? null, now));
  }

  function begin(folder: string, work: () => WorkNow, listener?: WatchListener): void {
    const { watching } = ports;
    if (watching === undefined) return;
    const { importer, runner } = queue;
    const context = {
      actions: queue.context,
      importer,
      ports,
      runner,
      store,
      watching,
      onAdded: (jobId: string) => listener?.onAdded(jobId),
    };
    const one = watchFolder(folder, {
      ports,
      watching,
      store,
      outputs: () => outputPlaces(surroundings, work()),
      closed() {
        const now = work();
        return isWork(now) ? null : now;
      },
      async take(files, signal) {
        const now = work();
        return isWork(now) ? await takeFiles(context, folder, now, files, signal) : files;
      },
      async onReturn(found) {
        const there = new Set(found.map((recording) => recording.path));
        const failed = store.watchedFiles.failedWith(batchOf(folder), GONE_FILES);
        const back = failed.filter((job) => there.has(job.path)).map(({ jobId }) => jobId);
        if (back.length > 0) await retryJobs(queue.context, back);
      },
      onChange() {
        listener?.onState(one.state);
        notifySoon();
      },
    });
    watched.set(folder, one);
  }

  function change(folder: string, changes: Partial<WatchDefinition>): void {
    const all = readDefinitions(store);
    if (!all.some((one) => one.path === folder))
      throw new CleartakeError('notFound', { detail: 'watch folder', parts: WATCH.notFound });
    writeDefinitions(
      store,
      all.map((one) => (one.path === folder ? { ...one, ...changes } : one)),
    );
    watched.get(folder)?.wake();
    notifySoon();
  }

  if (given.settings.host !== 'cli')
    for (const definition of readDefinitions(store))
      begin(definition.path, () => workOf(surroundings, definition.path));
  stops.push(
    presets.watch(() => {
      for (const one of watched.values()) one.wake();
      notifySoon();
    }),
  );

  return {
    list,
    watch(listener) {
      const ends = [listeners.add(listener), queue.publisher.subscribe(notifySoon)];
      listening += 1;
      return () => {
        listening -= 1;
        for (const end of ends) void end();
      };
    },
    save(settings) {
      const { capPerDay, ...rest } = { ...settings, path: path.resolve(settings.path) };
      if (ports.watching === undefined) throw new CleartakeError('notPossibleNow', { parts: WATCH.notWatching });
      requirePossible(surroundings, { ...rest, capPerDay });
      const all = readDefinitions(store);
      const isKnown = all.some((one) => one.path === rest.path);
      store.transaction(() => {
        setCap(store, rest.path, capPerDay, ports.clock.now());
        trustHistory(store, rest.path);
        writeDefinitions(store, isKnown ? all.map((one) => (one.path === rest.path ? rest : one)) : [...all, rest]);
      });
      capsChanged(queue.context);
      if (watched.has(rest.path)) watched.get(rest.path)?.wake();
      else begin(rest.path, () => workOf(surroundings, rest.path));
      notifySoon();
    },
    setEnabled(folder, enabled) {
      change(folder, { enabled });
      trustHistory(store, folder);
    },
    remove(folder) {
      change(folder, { enabled: false });
      writeDefinitions(
        store,
        readDefinitions(store).filter((one) => one.path !== folder),
      );
      void watched.get(folder)?.stop();
      watched.delete(folder);
      notifySoon();
    },
    folders: () =>
      readDefinitions(store).flatMap(({ output, path: folder }) =>
        output?.kind === 'folder' ? [folder, output.path] : [folder],
      ),
    watchHere({ capPerDay, isHistoryChecked, path: folder, ...work }, listener) {
      const batchId = batchOf(folder);
      // Without a cap of its own, the command leaves that of Settings as it is.
      if (capPerDay !== null || store.batches.get(batchId) === undefined)
        store.transaction(() => setCap(store, folder, capPerDay, ports.clock.now()));
      if (isHistoryChecked) trustHistory(store, folder);
      void queue.runner.gatherBatch(batchId)();
      capsChanged(queue.context);
      begin(folder, () => (isDoubted(store, folder, work.connectionId) ? WATCH.doubtful : work), listener);
      return store.watchedFiles.openJobs(batchId);
    },
    async stop() {
      alarm.set(null);
      for (const stop of stops) await stop();
      await Promise.all([...watched.values()].map((one) => one.stop()));
    },
  };
}

/** `off`: the person turned the folder off, or doesn't watch it anymore. A message: what has to be done first. */
type WorkNow = WatchWork | 'off' | Message;

function workOf({ connections, presets, store }: WatchSurroundings, folder: string): WorkNow {
  const definition = readDefinitions(store).find((one) => one.path === folder);
  if (definition === undefined || !definition.enabled) return 'off';
  const preset = presets.view().presets.find(({ id }) => id === definition.presetId);
  if (preset === undefined) return WATCH.presetGone;
  const { name, settings } = preset;
  const connection = connections.list().find(({ id }) => id === definition.connectionId);
  if (connection === undefined) return WATCH.connectionGone;
  if (isDoubted(store, folder, connection.id)) return WATCH.doubtful;
  const cap = store.batches.get(batchOf(folder))?.maxCost ?? null;
  if (cap === null && isMetered(connection, settings.models)) return WATCH.needsCap;
  return {
    preset: { ...presetOf(settings), output: definition.output ?? settings.output },
    presetName: name,
    connectionId: connection.id,
  };
}

function isWork(work: WorkNow): work is WatchWork {
  return work !== 'off' && 'preset' in work;
}

/** Every place that results may go to: those of other folders may be inside this one. */
function outputPlaces({ presets, store }: WatchSurroundings, work: WorkNow): string[] {
  const mine = isWork(work) ? [work.preset.output] : [];
  const others = readDefinitions(store).flatMap(({ output }) => output ?? []);
  const ofPresets = presets.view().presets.map(({ settings }) => settings.output);
  return [...mine, ...others, ...ofPresets].flatMap((place) => (place.kind === 'folder' ? [place.path] : []));
}
