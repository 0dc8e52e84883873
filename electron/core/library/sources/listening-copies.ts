/**
 * Listening copies: what Listen plays of an original whose file is gone. They are made one after the other once a recording is restored,
 * while the person wants them, and named by the recording's content.
 */

import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { toCleartakeError } from '../../../../shared/domain/errors.ts';
import { makeFolder } from '../../../platform/files/make-folder.ts';
import { createAlarm } from '../../../platform/time/timers.ts';
import { requireSpace } from '../../api/transfers/disk-space.ts';
import type { Engine } from '../../engine/library-engine.ts';
import type { DeskPorts } from '../../ports.ts';
import type { Store } from '../../store/open-store.ts';
import type { RecordingRow } from '../../store/schema.ts';
import { readPreferences } from '../../store/tables/preferences.ts';
import type { LibraryPaths } from '../paths.ts';

export interface ListeningCopies {
  /** A job changed. Cheap. */
  wake(): void;
  settingChanged(): void;
  stop(): Promise<void>;
}

export interface CopyPorts extends Pick<DeskPorts, 'clock' | 'files' | 'log'> {
  readonly engine: Engine;
  readonly paths: LibraryPaths;
  readonly store: Store;
}

/** Restorations that end together are seen together. */
const GATHER_MS = 1000;
/** More than any copy needs a second: 128 kbit/s, and what the container adds. */
const MOST_BYTES_A_SECOND = 20_000;
/** Seconds by which a copy may be longer or shorter than its recording, which is the resampler's last frame. */
const SAME_LENGTH = 0.001;
const NAME = /^[0-9a-f]{64}\.(opus|index)$/;

export function createListeningCopies(ports: CopyPorts): ListeningCopies {
  const { clock, files, log, paths, store } = ports;
  const stopping = new AbortController();
  const alarm = createAlarm(clock, () => {
    // What changes meanwhile is seen by the next round.
    if (working !== null) return wake();
    working = work()
      .catch((failure: unknown) => {
        if (!stopping.signal.aborted) log.warn('No listening copy was made', { code: toCleartakeError(failure).code });
      })
      .finally(() => {
        working = null;
      });
  });
  let working: Promise<void> | null = null;
  let isWanted = false;

  /** Everything that was restored since the setting was turned on. What was removed from the disk later isn't made again. */
  async function work(): Promise<void> {
    const after = store.settings.get('copied-until');
    if (typeof after !== 'number') return;
    for (const { finishedAt, recording } of store.recordings.restoredSince(after)) {
      if (stopping.signal.aborted || !isWanted) return;
      await copy(recording);
      store.settings.set('copied-until', finishedAt);
    }
  }

  async function copy(recording: RecordingRow): Promise<void> {
    const { contentHash, durationSeconds } = recording;
    if (contentHash === null || durationSeconds === null) return;
    const place = paths.listeningCopy(contentHash);
    if ((await isFile(place.file)) || !(await isUnchanged(recording))) return;
    await makeFolder(paths.listening, 0o700);
    // A full disk ends the round: the next one begins with this recording.
    await requireSpace(files, place.file, Math.ceil(durationSeconds * MOST_BYTES_A_SECOND));
    try {
      await make(recording, place);
    } catch (failure) {
      const { code } = toCleartakeError(failure);
      if (stopping.signal.aborted || code === 'diskFull') throw failure;
      log.warn('A recording got no listening copy', { recording: recording.id, code });
    } finally {
      await Promise.all([place.making, place.peaks].map((file) => files.remove(file).catch(() => undefined)));
    }
  }

  /** The copy gets its name when it was decoded to its end and is as long as the recording. */
  async function make(recording: RecordingRow, place: ReturnType<LibraryPaths['listeningCopy']>): Promise<void> {
    const { signal } = stopping;
    const made = { input: recording.path, output: place.making };
    const { frames, sampleRate } = await ports.engine.request('listeningCopy', made, undefined, signal);
    const asked = { path: place.making, peaksPath: place.peaks, indexPath: place.index };
    const scan = await ports.engine.request('scan', asked, undefined, signal);
    const difference = scan.frames / scan.sampleRate - frames / sampleRate;
    if (frames !== recording.frames || Math.abs(difference) > SAME_LENGTH || !(await isUnchanged(recording)))
      throw new Error(`A copy of ${scan.frames} frames for ${frames}`);
    await files.commit(place.making, place.file);
  }

  async function isUnchanged({ path: source, bytes, modifiedAt }: RecordingRow): Promise<boolean> {
    const facts = await files.facts(source).catch(() => null);
    return facts?.bytes === bytes && facts.modifiedAt === modifiedAt;
  }

  async function isFile(file: string): Promise<boolean> {
    return (await files.facts(file).catch(() => null))?.kind === 'file';
  }

  function wake(): void {
    if (isWanted && !alarm.isSet && !stopping.signal.aborted) alarm.set(GATHER_MS);
  }

  return {
    wake,
    settingChanged() {
      if (stopping.signal.aborted) return;
      isWanted = readPreferences(store).keepsListeningCopies;
      const isNew = typeof store.settings.get('copied-until') !== 'number';
      if (isWanted && isNew) store.settings.set('copied-until', clock.now());
      if (!isWanted && !isNew) store.settings.remove('copied-until');
      wake();
    },
    async stop() {
      stopping.abort();
      alarm.set(null);
      await working;
    },
  };
}

/** Removes what an interrupted run left. */
export async function cleanListeningCopies(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const whole = new Set(names.filter((name) => name.endsWith('.opus') && NAME.test(name)));
  const left = names.filter((name) => !NAME.test(name) || !whole.has(name.replace(/\.index$/, '.opus')));
  await Promise.all(left.map((name) => rm(path.join(folder, name), { force: true }).catch(() => undefined)));
}
