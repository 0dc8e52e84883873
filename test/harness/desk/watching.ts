/** Watch folders for tests: the real file system and the real watcher, with short waits, beside a service that counts what it is paid for. */

import { mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DeskPorts, DeskSettings, Watching } from '../../../electron/core/ports.ts';
import { identifyFolder } from '../../../electron/platform/files/folder-identity.ts';
import { openForWriting } from '../../../electron/platform/files/open-for-writing.ts';
import { watchTree } from '../../../electron/platform/files/watch-tree.ts';
import type { WatchFolderView } from '../../../shared/contract/watch-folders.ts';
import type { WatchFolderSettings } from '../../../shared/domain/batch/watch-folders.ts';
import { writeTone } from '../../fixtures/tone.ts';
import { until } from '../until.ts';
import type { TestDesk } from './open-test-desk.ts';
import { openStage, type Stage } from './scripted-stage.ts';

const TIMES = { stableMs: 300, presenceMs: 100, lookMs: 60_000 };

export function testWatching(changes: Partial<Watching> = {}): Watching {
  return { tree: watchTree, openForWriting, identify: identifyFolder, times: TIMES, ...changes };
}

/** A watcher that never tells anything, as on many network disks. */
export const silentTree: Watching['tree'] = () => ({ close: async () => undefined });

export interface WatchStage extends Stage {
  /** The watch folder. */
  readonly incoming: string;
  /** Where its results go. */
  readonly out: string;
  /** Saves the watch folder with changes. */
  save(changes?: Partial<WatchFolderSettings>): Promise<void>;
  view(): Promise<WatchFolderView>;
}

export async function openWatchStage(
  watching: Partial<Watching> = {},
  settings: Partial<DeskSettings> = {},
  ports: Partial<DeskPorts> = {},
): Promise<WatchStage> {
  const stage = await openStage({ watching: testWatching(watching), ...ports }, { host: 'browser', ...settings });
  const incoming = path.join(stage.folder, 'incoming');
  const out = path.join(stage.folder, 'out');
  mkdirSync(incoming);
  const { watchFolders } = stage.desk.client;
  const save = (changes: Partial<WatchFolderSettings> = {}) =>
    watchFolders.save({
      path: incoming,
      presetId: 'restore-only',
      connectionId: stage.connectionId,
      capPerDay: 1_000_000_000,
      output: { kind: 'folder', path: out },
      enabled: true,
      ...changes,
    });
  await save();
  return { ...stage, incoming, out, save, view: () => viewOf(stage.desk, incoming) };
}

export async function viewOf({ client }: TestDesk, folder: string): Promise<WatchFolderView> {
  const { folders } = await client.watchFolders.list();
  const view = folders.find((one) => one.path === folder);
  if (view === undefined) throw new Error(`${folder} is not watched`);
  return view;
}

/** Writes a short recording at once. @param frequency makes its content its own */
export function putTone(folder: string, name: string, frequency: number): void {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeTone(file, { seconds: 0.1, frequency });
}

/** Names of the recordings that the service was paid for, sorted. */
export function paidFor({ service }: Stage): string[] {
  return service.generations.map((one) => service.projectOf(one)?.recording ?? '').sort();
}

/** Files below a folder, joined by `/`, sorted. */
export function filesBelow(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort();
}

/**
 * Resolves when nothing is left to do for the watch folder, and nothing new is found for a while.
 * @param count generations that the service was paid for by then, at least
 * @param pending files that stay unfinished
 */
export async function untilRestored(stage: WatchStage, count: number, pending = 0): Promise<void> {
  const isQuiet = async () => {
    const view = await stage.view();
    return stage.service.generations.length >= count && view.open === 0 && view.pending === pending;
  };
  await until(isQuiet);
  await sleep(2 * TIMES.stableMs);
  await until(isQuiet);
}
