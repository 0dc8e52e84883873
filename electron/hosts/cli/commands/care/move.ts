/** `cleartake desk move`: moves the data folder, and, with `--remove-old`, removes what stays behind once the desk was opened from the new one. */

import { existsSync } from 'node:fs';
import path from 'node:path';
import { formatBytes } from '../../../../../shared/domain/units.ts';
import { copyFolder, forgetCopy, pendingMove } from '../../../../core/features/data/move/move.ts';
import { checkTarget } from '../../../../core/features/data/move/target.ts';
import { nodeFiles } from '../../../../platform/files/files.ts';
import type { Progress } from '../../../../platform/progress-events.ts';
import { systemClock } from '../../../../platform/time/clock.ts';
import { lockDataFolder } from '../../../common/data-folder-lock.ts';
import { nodeHostInfo } from '../../../common/paths.ts';
import { EXIT, type ExitStatus, UsageError } from '../../exit-status.ts';
import { openForWork } from '../../open-desk.ts';
import type { ReadOptions } from '../../open-store.ts';
import { print, tell } from '../../output/printer.ts';
import { csvLine, jsonLine } from '../../reports/printable.ts';
import { ARCHIVE, MOVE } from '../../strings/care.ts';

export interface MoveDeskOptions extends ReadOptions {
  readonly removeOld?: boolean;
  readonly csv?: boolean;
}

const COLUMNS = 'what,folder,files,bytes';

/** @throws CleartakeError as `checkTarget`, dataFolderBusy, diskFull */
export async function moveDeskCommand(folder: string, options: MoveDeskOptions): Promise<ExitStatus> {
  const { dataDirectory: from } = nodeHostInfo('cli', options.dataDir);
  const to = path.resolve(folder);
  await copy(from, to, options);
  const desk = await openForWork({ dataDirectory: options.dataDir, leavesEarlierWork: true });
  try {
    const { dataDirectory } = await desk.client.system.info();
    if (dataDirectory !== to) {
      // A notice has said why.
      tell(MOVE.failed);
      return EXIT.failed;
    }
    const { old } = await desk.client.care.moveState();
    if (options.json === true) print(jsonLine({ event: 'moved', from, to }));
    else if (options.csv === true) for (const line of [COLUMNS, csvLine(['moved', to, '', ''])]) print(line);
    else print(MOVE.moved(to));
    if (old === null) return EXIT.done;
    if (options.removeOld !== true) {
      if (options.csv === true) print(csvLine(['old', old.folder, old.files, old.bytes]));
      else if (options.json !== true) print(MOVE.old(old.folder, formatBytes(old.bytes)));
      return EXIT.done;
    }
    const removed = await desk.client.care.removeOldFolder();
    if (options.json === true) print(jsonLine({ event: 'removed', ...removed }));
    else if (options.csv === true) print(csvLine(['removed', removed.folder, removed.files, removed.bytes]));
    else print(MOVE.removed(removed.folder, formatBytes(removed.bytes)));
    return EXIT.done;
  } finally {
    await desk.close();
  }
}

async function copy(from: string, to: string, options: MoveDeskOptions): Promise<void> {
  const lock = lockDataFolder(from);
  try {
    if (!existsSync(path.join(from, 'cleartake.sqlite'))) throw new UsageError(ARCHIVE.nothing);
    const before = pendingMove(from);
    if (before !== null) forgetCopy(from, before);
    const { bytes, warnings } = await checkTarget(nodeFiles, from, to);
    if (options.json !== true) {
      for (const warning of warnings) tell(MOVE.warnings[warning]);
      if (options.csv !== true) print(MOVE.copying(to, formatBytes(bytes)));
    }
    const now = systemClock.now();
    await copyFolder({ files: nodeFiles, from, to, now, pass: () => undefined, onProgress: progressLine(options) });
  } finally {
    lock.release();
  }
}

/** A line for each tenth. */
function progressLine({ json }: MoveDeskOptions): (progress: Progress) => void {
  let told = 0;
  return ({ bytes, of }) => {
    const tenth = Math.floor((10 * bytes) / Math.max(1, of));
    if (json === true || tenth <= told) return;
    told = tenth;
    tell(MOVE.progress(10 * tenth, formatBytes(bytes)));
  };
}
