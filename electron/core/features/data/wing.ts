/** Opens the wing of the data folder: space, backups, export and import, moving, and projects that only a service knows. */

import type { ExportEvent, ImportEvent, LookEvent, MoveEvent } from '../../../../shared/contract/care.ts';
import type { Ground } from '../../calls/ground.ts';
import type { PathChecks } from '../../calls/path-policy.ts';
import { os } from '../../calls/router.ts';
import { checkElsewhere } from '../../recovery/backups/backup-copy.ts';
import { createDeskArchiver, type DeskArchiver } from './archive/archiver.ts';
import { type BackupKeeper, createBackupKeeper } from './backups/backup-keeper.ts';
import { createDataMover, type DataMover } from './move/mover.ts';
import { createServiceProjects, type ServiceProjects } from './projects/service-projects.ts';
import { createSpaceKeeper, type SpaceKeeper } from './space/space-keeper.ts';

export function openDataWing({ connections, paths, ports, queue, settings, store }: Ground) {
  const { database } = paths;
  const { dataDirectory, migrationsDirectory: migrations } = settings;
  const check = (file: string) => checkElsewhere(ports.spawn, { database, migrations, file, now: ports.clock.now() });
  const isWorking = () => queue.totals.read().active > 0;
  const parts = {
    archiver: createDeskArchiver({ ...ports, dataDirectory, check, isWorking }),
    backups: createBackupKeeper({ clock: ports.clock, database, check }),
    mover: createDataMover({ ...ports, dataDirectory, store, isWorking }),
    projects: createServiceProjects({ connections, ports, settings, store }, () => queue.runner.wake()),
    space: createSpaceKeeper({ ...ports, connections, dataDirectory, store }),
    quit: ports.whenEnded?.quit,
    restart: ports.restart,
  };
  return { handlers: (checks: PathChecks) => ({ care: careHandlers({ ...parts, checks }) }) };
}

interface CareParts {
  readonly archiver: DeskArchiver;
  readonly backups: BackupKeeper;
  readonly checks: Pick<PathChecks, 'requireArchive' | 'requireOutput'>;
  readonly mover: DataMover;
  readonly projects: ServiceProjects;
  readonly space: SpaceKeeper;
  /** Absent where the host can't end itself. */
  readonly quit: (() => void) | undefined;
  /** The same, and starts it again. Absent where the host can't. */
  readonly restart: (() => void) | undefined;
}

function careHandlers({ archiver, backups, checks, mover, projects, quit, restart, space }: CareParts) {
  const { care } = os;

  /** As an output folder: the person chose it in a dialog, or typed it where there is none. */
  function requireFolder(folder: string): void {
    checks.requireOutput({ output: { kind: 'folder', path: folder } });
  }

  return {
    space: care.space.handler(() => space.survey()),
    filesOf: care.filesOf.handler(({ input }) => space.surveyJobs(input.jobIds)),
    clean: care.clean.handler(({ input, signal }) => space.clean(input.surveyId, input.kinds, signal)),
    backups: care.backups.handler(() => backups.list()),
    checkBackup: care.checkBackup.handler(({ input }) => backups.check(input.name)),
    chooseBackup: care.chooseBackup.handler(({ input }) => backups.choose(input.name)),
    lookAtService: care.lookAtService.handler(async function* ({ input, signal }): AsyncGenerator<LookEvent, void> {
      yield* projects.look(input.connectionId, signal);
    }),
    bringIn: care.bringIn.handler(({ input }) =>
      projects.bringIn(input.connectionId, input.projectIds, input.download),
    ),
    quit: care.quit.handler(() => {
      const end = restart ?? quit;
      // The page gets its answer first.
      if (end !== undefined) setImmediate(end);
      return { quits: end !== undefined, restarts: restart !== undefined };
    }),
    moveState: care.moveState.handler(() => mover.view()),
    checkMove: care.checkMove.handler(({ input }) => {
      requireFolder(input.folder);
      return mover.check(input.folder);
    }),
    move: care.move.handler(async function* ({ input, signal }): AsyncGenerator<MoveEvent, void> {
      requireFolder(input.folder);
      yield* mover.copy(input.folder, signal);
    }),
    forgetMove: care.forgetMove.handler(() => mover.forget()),
    checkExport: care.checkExport.handler(({ input }) => {
      requireFolder(input.folder);
      return archiver.checkExport(input.folder);
    }),
    exportDesk: care.exportDesk.handler(async function* ({ input, signal }): AsyncGenerator<ExportEvent, void> {
      requireFolder(input.folder);
      yield* archiver.export(input.folder, input.withResults, signal);
    }),
    checkImport: care.checkImport.handler(({ input }) => {
      checks.requireArchive(input.file);
      return archiver.checkImport(input.file);
    }),
    importDesk: care.importDesk.handler(async function* ({ input, signal }): AsyncGenerator<ImportEvent, void> {
      checks.requireArchive(input.file);
      yield* archiver.import(input.file, signal);
    }),
    importState: care.importState.handler(() => ({ pending: archiver.waiting() })),
    forgetImport: care.forgetImport.handler(() => archiver.forget()),
    removeOldFolder: care.removeOldFolder.handler(() => mover.removeOld()),
  };
}
