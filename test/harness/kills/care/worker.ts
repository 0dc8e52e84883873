/** Moves, restores or imports a data folder in a process that kills itself at a checkpoint. */

import { CARE_CHECKPOINTS, type Checkpoint } from '../../../../electron/core/checkpoints.ts';
import { createDesk } from '../../../../electron/core/desk.ts';
import { importDesk } from '../../../../electron/core/features/data/archive/import-desk.ts';
import { copyFolder, finishMove } from '../../../../electron/core/features/data/move/move.ts';
import { removeOldFolder } from '../../../../electron/core/features/data/move/old-folder.ts';
import { nodeFiles } from '../../../../electron/platform/files/files.ts';
import { testPorts, testSettings } from '../../desk/desk-ports.ts';

export interface CareWork {
  readonly kind: 'import' | 'move' | 'open';
  /** Absolute. */
  readonly folder: string;
  /** The folder of a move, or the archive of an import. */
  readonly other: string;
  readonly point: Checkpoint | null;
}

const { folder, kind, other, point }: CareWork = JSON.parse(process.argv[2] ?? '');

function pass(checkpoint: Checkpoint): void {
  if (checkpoint === point) process.kill(process.pid, 'SIGKILL');
}

if (point !== null && !CARE_CHECKPOINTS.some((one) => one === point)) throw new Error(`no checkpoint ${point}`);
if (kind === 'move') {
  await copyFolder({ files: nodeFiles, from: folder, to: other, now: Date.now(), pass });
  const now = await finishMove(folder, pass);
  await removeOldFolder(now, pass);
} else if (kind === 'import') await importDesk({ archive: other, dataDirectory: folder, replaces: true, pass });
else {
  await createDesk(testPorts({ pass }), testSettings(folder)).close();
}
