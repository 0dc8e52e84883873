/** Export and import of the whole desk as an open desk offers them: what each takes, their progress, and what waits for the next start. */

import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { ExportCheck, ExportEvent, ImportCheck, ImportEvent } from '../../../../../shared/contract/care.ts';
import type { Message } from '../../../../../shared/domain/errors.ts';
import { CleartakeError } from '../../../../../shared/domain/errors.ts';
import { formatBytes } from '../../../../../shared/domain/units.ts';
import { toOutputError } from '../../../../platform/files/file-errors.ts';
import { progressEvents } from '../../../../platform/progress-events.ts';
import type { DeskPorts } from '../../../ports.ts';
import { copyToShare } from '../../../recovery/backups/backup-copy.ts';
import { chosenBackup, forgetChoice, importedAt } from '../../../recovery/backups/chosen-backup.ts';
import { type BackupVerdict, contentsOf } from '../../../recovery/backups/inspect-backup.ts';
import { dataFiles } from '../space/data-files.ts';
import { ARCHIVE, ARCHIVE_REFUSALS, CARE } from '../strings.ts';
import { exportDesk, isExported, STORE } from './export-desk.ts';
import { importDesk, inspectArchive } from './import-desk.ts';

export interface DeskArchiver {
  /** @throws CleartakeError notPossibleNow, outputUnwritable */
  checkExport(folder: string): Promise<ExportCheck>;
  /** Writes a new file in the folder. @throws CleartakeError as `checkExport` and `exportDesk` */
  export(folder: string, withResults: boolean, signal?: AbortSignal): AsyncGenerator<ExportEvent, void>;
  /** @throws CleartakeError as `inspectArchive` */
  checkImport(file: string): Promise<ImportCheck>;
  /** Reads it; the next start continues with it. @throws CleartakeError as `importDesk`; diskFull */
  import(file: string, signal?: AbortSignal): AsyncGenerator<ImportEvent, void>;
  /** When the export was made that the next start continues with, in milliseconds since the epoch; null when none waits. */
  waiting(): number | null;
  /** The desk stays as it is. */
  forget(): void;
}

interface ArchiverPorts extends Pick<DeskPorts, 'clock' | 'files' | 'log' | 'pass' | 'spawn'> {
  readonly dataDirectory: string;
  isWorking(): boolean;
  /** Whether a history can take the place of the present one. */
  check(file: string): Promise<BackupVerdict>;
}

/** As for downloads: so much stays free. */
const RESERVE_BYTES = 64 * 2 ** 20;

export function createDeskArchiver(ports: ArchiverPorts): DeskArchiver {
  const { clock, dataDirectory, files, log, pass, spawn } = ports;
  const database = path.join(dataDirectory, STORE);
  let isRunning = false;

  function refuse(parts: Message): never {
    throw new CleartakeError('notPossibleNow', { parts });
  }

  function requireIdle(): void {
    if (isRunning) refuse(ARCHIVE_REFUSALS.running);
    if (ports.isWorking()) refuse(ARCHIVE_REFUSALS.working);
  }

  function requireNoChoice(): void {
    if (importedAt(database) === null && chosenBackup(database) !== null) refuse(ARCHIVE_REFUSALS.backupWaits);
  }

  async function requireRoom(folder: string, bytes: number, words: typeof ARCHIVE.exportSpace): Promise<void> {
    const free = await files.freeBytes(folder);
    if (free === null || free >= bytes + RESERVE_BYTES) return;
    throw new CleartakeError('diskFull', { parts: words(formatBytes(bytes), formatBytes(free)) });
  }

  async function checkExport(folder: string): Promise<ExportCheck> {
    const place = realFolder(folder);
    const here = realpathSync(dataDirectory);
    if (place === here || place.startsWith(`${here}${path.sep}`)) refuse(CARE.move.inside);
    const sizes = { bytes: 0, resultBytes: 0 };
    for await (const some of dataFiles(dataDirectory)) {
      for (const file of some) {
        if (file.relative === STORE || file.relative === `${STORE}-wal` || isExported(file, false))
          sizes.bytes += file.bytes;
        else if (isExported(file, true)) sizes.resultBytes += file.bytes;
      }
    }
    return { ...sizes, free: await files.freeBytes(folder) };
  }

  /** A name that is still free. */
  function targetIn(folder: string): string {
    const day = new Date(clock.now()).toISOString().slice(0, 10);
    for (let again = 1; ; again += 1) {
      const target = path.join(folder, ARCHIVE.name(day, again));
      if (!existsSync(target)) return target;
    }
  }

  /** One at a time. */
  async function* alone<Event>(work: () => AsyncGenerator<Event, void>): AsyncGenerator<Event, void> {
    requireIdle();
    isRunning = true;
    try {
      yield* work();
    } finally {
      isRunning = false;
    }
  }

  async function* writeTo(folder: string, withResults: boolean, signal?: AbortSignal) {
    const { bytes, resultBytes } = await checkExport(folder);
    await requireRoom(folder, bytes + (withResults ? resultBytes : 0), ARCHIVE.exportSpace);
    const target = targetIn(folder);
    const copyStore = (store: string, copy: string) => copyToShare(spawn, store, copy);
    const events = progressEvents(
      clock,
      (stop, onProgress) =>
        exportDesk({ copyStore, dataDirectory, now: clock.now(), onProgress, signal: stop, target, withResults }),
      signal,
    );
    for await (const { bytes: written, done, of } of events) {
      if (done === null) yield { bytes: written, of, file: null };
      else {
        log.info('The desk was exported', { target, bytes: done.result.bytes });
        yield { bytes: done.result.bytes, of: done.result.bytes, file: target };
      }
    }
  }

  async function* readFrom(archive: string, signal?: AbortSignal) {
    const { bytes } = await inspectArchive(archive);
    await requireRoom(dataDirectory, bytes, ARCHIVE.importSpace);
    const events = progressEvents(
      clock,
      (stop, onProgress) =>
        importDesk({ archive, check: ports.check, dataDirectory, onProgress, pass, replaces: true, signal: stop }),
      signal,
    );
    for await (const { bytes: read, done, of } of events) {
      if (done !== null)
        log.info('A desk was imported, and takes the place of this one at the next start', { archive });
      yield { bytes: read, of, isReady: done !== null };
    }
  }

  return {
    async checkExport(folder) {
      requireIdle();
      return await checkExport(folder);
    },
    export: (folder, withResults, signal) => alone(() => writeTo(folder, withResults, signal)),
    async checkImport(file) {
      requireIdle();
      requireNoChoice();
      const { at, bytes, contents = null, files: listed } = await inspectArchive(file);
      return {
        at,
        bytes,
        contents,
        withResults: listed.some(({ name }) => name.startsWith('library/generations/')),
        replaced: contentsOf(database),
        free: await files.freeBytes(dataDirectory),
      };
    },
    import: (file, signal) =>
      alone(() => {
        requireNoChoice();
        return readFrom(file, signal);
      }),
    waiting: () => importedAt(database),
    forget() {
      if (importedAt(database) !== null) forgetChoice(database);
    },
  };
}

/** With all links resolved. @throws CleartakeError outputUnwritable */
function realFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch (failure) {
    throw toOutputError(failure);
  }
}
