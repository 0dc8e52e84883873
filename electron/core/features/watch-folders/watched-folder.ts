/**
 * Watches one folder: looks at it, waits until files are finished, and has them taken. What the system tells about changes only makes it
 * look sooner: a folder that tells nothing, or comes back after it was gone, is looked at again and again.
 */

import path from 'node:path';
import { z } from 'zod';
import type { Message } from '../../../../shared/domain/error-messages/message.ts';
import { CleartakeError, toCleartakeError } from '../../../../shared/domain/errors.ts';
import { looksLikeRecording } from '../../../../shared/domain/media-types.ts';
import { toDiskError } from '../../../platform/files/file-errors.ts';
import type { Files } from '../../../platform/files/files.ts';
import type { TreeWatch } from '../../../platform/files/watch-tree.ts';
import { createAlarm } from '../../../platform/time/timers.ts';
import { type FoundRecording, findRecordings } from '../../library/import/find-recordings.ts';
import { isRecordingInFolder, lookAt, realPathOf } from '../../library/import/look-at-entry.ts';
import { CHUNK_ROWS } from '../../store/open-store.ts';
import type { WithSettings } from '../../store/tables/settings.ts';
import { ignoring } from './files/ignored.ts';
import { settlesAt, sighted } from './files/settling.ts';
import { pathBelow } from './files/take-file.ts';
import type { PendingFile, WatchedFolderPorts } from './files/take-files.ts';
import { WATCH } from './strings.ts';

/** What a folder does now. */
export type FolderState =
  | { readonly kind: 'watching' }
  | { readonly kind: 'not-there' }
  | { readonly kind: 'problem'; readonly message: Message };

export interface WatchedFolder {
  readonly state: FolderState;
  /** Files that aren't dealt with yet: being copied, or waiting because nothing may be taken now. */
  readonly pending: number;
  /** Looks at it soon: something changed that decides what may be taken. */
  wake(): void;
  stop(): Promise<void>;
}

const folderPaths = z.array(z.string());

/** Files taken together: the queue begins with the first ones while the last ones are still read. */
const TAKEN_TOGETHER = 50;
/** After a change, files that follow at once are looked at together. */
const GATHER_MS = 100;
/** A look at a large folder is repeated this many times more rarely than it takes. */
const REST_FACTOR = 50;
const STOP_MS = 2000;

export function watchFolder(folder: string, given: WatchedFolderPorts): WatchedFolder {
  const { ports, store, watching } = given;
  const { times } = watching;
  const { clock, files } = ports;
  const pending = new Map<string, PendingFile>();
  const touched = new Set<string>();
  const stopping = new AbortController();
  const alarm = createAlarm(clock, () => void turn());
  let state: FolderState = { kind: 'watching' };
  let tree: TreeWatch | null = null;
  let identity: string | null = null;
  let reported = '';
  let unreadable: Message | null = null;
  let isWoken = false;
  let lookAgainAt = 0;
  let turning: Promise<void> | null = null;

  function become(next: FolderState): void {
    state = next;
    notify();
  }

  /** Without results of ours that lie in the folder: nobody waits for them. */
  function countPending(): number {
    const paths = [...pending.keys()];
    let count = paths.length;
    for (let from = 0; from < paths.length; from += CHUNK_ROWS)
      count -= store.results.exportedAmong(paths.slice(from, from + CHUNK_ROWS)).length;
    return count;
  }

  function notify(): void {
    const now = JSON.stringify([state, countPending()]);
    if (now !== reported) given.onChange();
    reported = now;
  }

  /** Repeats until it is stopped; never rejects. */
  function turn(): Promise<void> {
    isWoken = false;
    turning ??= work()
      .catch((failure) => {
        if (stopping.signal.aborted) return;
        ports.log.warn('A watch folder could not be looked at', { reason: toCleartakeError(failure).message });
        become({ kind: 'problem', message: toWatchError(failure).parts });
      })
      .then(() => {
        turning = null;
        if (!stopping.signal.aborted) alarm.set(restMs());
      })
      // The store couldn't be read: the next turn says so.
      .catch(() => alarm.set(times.presenceMs));
    return turning;
  }

  async function work(): Promise<void> {
    if (!(await isThere())) return;
    const ignores = ignoring(folder, given.outputs());
    if (clock.monotonic() >= lookAgainAt) await lookAtAll(ignores);
    else await lookAtSome(ignores);
    const closed = given.closed();
    if (closed === null) await takeFinished();
    if (stopping.signal.aborted) return;
    const problem = closed === null || closed === 'off' ? unreadable : closed;
    become(problem === null ? { kind: 'watching' } : { kind: 'problem', message: problem });
  }

  async function isThere(): Promise<boolean> {
    const now = await identify();
    if (now !== identity || now === null) {
      await tree?.close();
      tree = null;
      if (now === null) pending.clear();
      touched.clear();
      if (now !== null) openTree();
    }
    const returned = now !== null && now !== identity;
    identity = now;
    if (now === null && state.kind !== 'not-there') become({ kind: 'not-there' });
    if (returned) lookAgainAt = Number.NEGATIVE_INFINITY;
    return now !== null;
  }

  /** Null when the folder isn't there, or only the empty one below a disk that is mounted on it at other times. */
  async function identify(): Promise<string | null> {
    const facts = await watching.identify(folder);
    if (facts === null) return null;
    if (!facts.isMounted && wasDisk(store, folder) && (await files.list(folder)).length === 0) return null;
    rememberDisk(store, folder, facts.isMounted);
    return facts.id;
  }

  function openTree(): void {
    tree = watching.tree(folder, {
      ignores: ignoring(folder, given.outputs()),
      onChange(file) {
        touched.add(file);
        // A later change must not delay the look at an earlier one.
        if (touched.size === 1 && turning === null) alarm.set(GATHER_MS);
      },
      onTrouble: (failure) =>
        ports.log.warn('The system does not tell all changes of a watch folder', { reason: String(failure) }),
    });
  }

  async function lookAtAll(ignores: (file: string) => boolean): Promise<void> {
    const isFirst = lookAgainAt === Number.NEGATIVE_INFINITY;
    const began = clock.monotonic();
    touched.clear();
    const { found, skipped } = await findRecordings(files, [folder], { ignores, signal: stopping.signal });
    const there = new Set(found.map((one) => one.path));
    for (const file of pending.keys()) if (!there.has(file)) pending.delete(file);
    for (const one of found) see(one);
    const closedFolder = skipped.find(({ kind }) => kind === 'forbidden');
    unreadable = closedFolder === undefined ? null : WATCH.unreadable(closedFolder.path);
    const now = clock.monotonic();
    lookAgainAt = now + Math.max(times.lookMs, (now - began) * REST_FACTOR);
    if (isFirst) await given.onReturn(found);
  }

  /** What changed, and what counts as finished now unless it changed. */
  async function lookAtSome(ignores: (file: string) => boolean): Promise<void> {
    const changed = [...touched].filter((file) => looksLikeRecording(path.basename(file)) && !ignores(file));
    touched.clear();
    for (const file of new Set([...changed, ...due().map(({ found }) => found.path)])) {
      const found = await findOne(files, folder, file);
      if (found === null) pending.delete(file);
      else see(found);
    }
  }

  function see(found: FoundRecording): void {
    const { bytes, modifiedAt } = found;
    const known = store.watchedFiles.get(folder, pathBelow(found));
    if (known?.bytes === bytes && known.modifiedAt === modifiedAt) {
      pending.delete(found.path);
      return;
    }
    const before = pending.get(found.path);
    const settling = sighted(before?.settling, found, clock.monotonic());
    const hash = settling === before?.settling ? before.hash : null;
    pending.set(found.path, { found, settling, hash });
  }

  function due(): PendingFile[] {
    const now = clock.monotonic();
    return [...pending.values()].filter(({ settling }) => {
      const at = settlesAt(settling, times.stableMs);
      return at !== null && at <= now;
    });
  }

  async function takeFinished(): Promise<void> {
    const finished = due();
    for (let start = 0; start < finished.length; start += TAKEN_TOGETHER) {
      const part = finished.slice(start, start + TAKEN_TOGETHER);
      const again = await given.take(part, stopping.signal);
      if (stopping.signal.aborted) return;
      for (const { found } of part) pending.delete(found.path);
      for (const file of again)
        pending.set(file.found.path, { ...file, settling: { ...file.settling, since: clock.monotonic() } });
      notify();
    }
  }

  /** Until the next file may be finished; otherwise until it is time to see whether the folder is there. */
  function restMs(): number {
    if (touched.size > 0 || isWoken) return GATHER_MS;
    if (identity === null || state.kind === 'problem' || given.closed() !== null) return times.presenceMs;
    const now = clock.monotonic();
    const waits = [...pending.values()].flatMap(({ settling }) => settlesAt(settling, times.stableMs) ?? []);
    return Math.max(GATHER_MS, Math.min(times.presenceMs, ...waits.map((at) => at - now)));
  }

  alarm.set(0);
  return {
    get state() {
      return state;
    },
    get pending() {
      return countPending();
    },
    wake: () => {
      isWoken = true;
      if (turning === null) alarm.set(0);
    },
    async stop() {
      stopping.abort();
      alarm.set(null);
      // A network disk that doesn't answer must not keep the program from ending.
      const patience = new AbortController();
      await Promise.race([turning, clock.sleep(STOP_MS, patience.signal).catch(() => undefined)]);
      patience.abort();
      await tree?.close();
    },
  };
}

/** A store that can't be written says so in its own words: it continues by itself. */
function toWatchError(failure: unknown): CleartakeError {
  const isOfStore = failure instanceof Error && 'code' in failure && String(failure.code).startsWith('SQLITE_');
  return isOfStore ? new CleartakeError('storeUnwritable', { cause: failure }) : toCleartakeError(toDiskError(failure));
}

/** @returns null when there is no recording at this path */
async function findOne(files: Files, root: string, file: string): Promise<FoundRecording | null> {
  const name = path.basename(file);
  const folder = path.dirname(file);
  const below = path.relative(root, folder);
  const look = await lookAt(files, folder, await realPathOf(files, folder), { name, isFolder: false, isLink: true });
  const { facts, isStream, realPath } = look;
  if (facts?.kind !== 'file' || !isRecordingInFolder(name, isStream)) return null;
  const { bytes, modifiedAt } = facts;
  return {
    path: file,
    realPath,
    name,
    folder: below.split(path.sep).join('/'),
    foundInFolder: true,
    bytes,
    modifiedAt,
  };
}

/** Whether a disk was mounted on the folder when it was looked at last, in this run or an earlier one. */
function wasDisk({ settings }: WithSettings, folder: string): boolean {
  return disksIn({ settings }).includes(folder);
}

function rememberDisk({ settings }: WithSettings, folder: string, isDisk: boolean): void {
  const known = disksIn({ settings });
  if (known.includes(folder) === isDisk) return;
  settings.set('watch-disks', isDisk ? [...known, folder] : known.filter((one) => one !== folder));
}

function disksIn({ settings }: WithSettings): readonly string[] {
  return folderPaths.safeParse(settings.get('watch-disks')).data ?? [];
}
