/** Care of the data folder on the fake desk: what a test says is there, and what the person removed. */

import type {
  BackupChecked,
  BackupsView,
  Cleaned,
  CleanupPart,
  ExportCheck,
  ExportEvent,
  ForeignProject,
  ImportCheck,
  ImportEvent,
  MoveCheckView,
  MoveEvent,
  MoveView,
  SpaceView,
} from '../../../shared/contract/care.ts';
import type { Cleanup } from '../../../shared/domain/care/space.ts';
import { hasEnded } from '../../../shared/domain/job-state.ts';
import type { FakeState } from './fake-state.ts';
import { type Os, refuse, refuseAs } from './refuse.ts';

export function makeCare() {
  return {
    space: EMPTY,
    /** What recordings of History keep on disk; removed with `space`. */
    jobFiles: [] as CleanupPart[],
    cleaned: [] as Cleanup[][],
    backups: { backups: [], chosen: null } as BackupsView,
    checks: new Map<string, BackupChecked>(),
    quits: 0,
    restarts: true,
    move: { pending: null, old: null } as MoveView,
    moveCheck: { bytes: 61_200_000_000, free: 412_000_000_000, warnings: [] } as MoveCheckView,
    /** Events of a copy; it stops before the last one until the page takes it. */
    moveEvents: [
      { bytes: 20_400_000_000, of: 61_200_000_000, isReady: false },
      { bytes: 61_200_000_000, of: 61_200_000_000, isReady: true },
    ] as MoveEvent[],
    /** Refuses the check with these words. */
    moveProblem: null as string | null,
    /** Holds the copy after its first event. */
    moveHeld: Promise.resolve(),
    archive: makeArchive(),
    /** What only the service knows, and what was brought in. */
    foreign: [] as ForeignProject[],
    broughtIn: [] as { projectIds: string[]; download: boolean }[],
  };
}

function makeArchive() {
  return {
    exportCheck: { bytes: 84_000_000, resultBytes: 61_000_000_000, free: 412_000_000_000 } as ExportCheck,
    /** Events of an export; it stops before the last one until the page takes it. */
    exportEvents: [
      { bytes: 20_400_000_000, of: 61_084_000_000, file: null },
      { bytes: 61_084_000_000, of: 61_084_000_000, file: '/media/ada/Studio/cleartake-desk-2026-11-23.tar' },
    ] as ExportEvent[],
    exported: [] as { folder: string; withResults: boolean }[],
    importCheck: {
      at: Date.UTC(2026, 10, 20, 16, 5),
      bytes: 61_084_000_000,
      contents: { recordings: 1204, results: 2088, lastAt: Date.UTC(2026, 10, 20, 15, 58) },
      withResults: true,
      replaced: { recordings: 31, results: 40, lastAt: Date.UTC(2026, 10, 23, 9, 12) },
      free: 412_000_000_000,
    } as ImportCheck,
    importEvents: [
      { bytes: 20_400_000_000, of: 61_084_000_000, isReady: false },
      { bytes: 61_084_000_000, of: 61_084_000_000, isReady: true },
    ] as ImportEvent[],
    pending: null as number | null,
    /** Refuses the check of an import with these words. */
    problem: null as string | null,
    /** Holds either after its first event. */
    held: Promise.resolve(),
  };
}

const EMPTY: SpaceView = { surveyId: 'survey-1', used: [], free: null, cleanups: [] };

export function careHandlers(os: Os, fake: FakeState) {
  const { care: group } = os;
  return {
    space: group.space.handler(() => fake.care.space),
    filesOf: group.filesOf.handler(({ input }) => {
      const jobIds = input.jobIds.filter((id) => hasEnded(fake.jobs.get(id)?.state ?? { kind: 'queued' }));
      fake.care.space = { ...fake.care.space, cleanups: fake.care.jobFiles };
      return { surveyId: fake.care.space.surveyId, jobIds, cleanups: jobIds.length === 0 ? [] : fake.care.jobFiles };
    }),
    clean: group.clean.handler(({ input }): Cleaned => {
      const { space } = fake.care;
      if (input.surveyId !== space.surveyId) throw refuse('notPossibleNow');
      fake.care.cleaned.push(input.kinds);
      const gone = space.cleanups.filter(({ kind }) => input.kinds.includes(kind));
      fake.care.space = {
        ...space,
        surveyId: `survey-${fake.care.cleaned.length + 1}`,
        cleanups: space.cleanups.filter((part) => !gone.includes(part)),
      };
      const sum = (figure: 'files' | 'bytes') => gone.reduce((total, part) => total + part[figure], 0);
      return { files: sum('files'), bytes: sum('bytes'), kept: 0 };
    }),
    backups: group.backups.handler(() => fake.care.backups),
    checkBackup: group.checkBackup.handler(
      ({ input }) => fake.care.checks.get(input.name) ?? { kind: 'whole' as const },
    ),
    chooseBackup: group.chooseBackup.handler(({ input }) => {
      fake.care.backups = { ...fake.care.backups, chosen: input.name };
    }),
    lookAtService: group.lookAtService.handler(async function* () {
      const { foreign } = fake.care;
      yield { looked: 0, of: foreign.length, known: 7, found: null };
      for (const [index, found] of foreign.entries()) yield { looked: index + 1, of: foreign.length, known: 7, found };
    }),
    bringIn: group.bringIn.handler(({ input: { download, projectIds } }) => {
      fake.care.broughtIn.push({ projectIds, download });
      return { recordings: projectIds.length };
    }),
    moveState: group.moveState.handler(() => fake.care.move),
    checkMove: group.checkMove.handler(() => {
      if (fake.care.moveProblem !== null)
        throw refuseAs({ code: 'notPossibleNow', userMessage: fake.care.moveProblem });
      return fake.care.moveCheck;
    }),
    move: group.move.handler(async function* ({ input }) {
      for (const [index, event] of fake.care.moveEvents.entries()) {
        if (index > 0) await fake.care.moveHeld;
        if (event.isReady) fake.care.move = { ...fake.care.move, pending: input.folder };
        yield event;
      }
    }),
    forgetMove: group.forgetMove.handler(() => {
      fake.care.move = { ...fake.care.move, pending: null };
    }),
    removeOldFolder: group.removeOldFolder.handler(() => {
      const { old } = fake.care.move;
      if (old === null) throw refuse('notFound');
      fake.care.move = { ...fake.care.move, old: null };
      return old;
    }),
    ...archiveHandlers(os, fake),
    quit: group.quit.handler(() => {
      fake.care.quits += 1;
      return { quits: true, restarts: fake.care.restarts };
    }),
  };
}

function archiveHandlers(os: Os, fake: FakeState) {
  const { care: group } = os;
  const { archive } = fake.care;
  return {
    checkExport: group.checkExport.handler(() => archive.exportCheck),
    exportDesk: group.exportDesk.handler(async function* ({ input }) {
      archive.exported.push(input);
      for (const [index, event] of archive.exportEvents.entries()) {
        if (index > 0) await archive.held;
        yield event;
      }
    }),
    checkImport: group.checkImport.handler(() => {
      const { problem } = archive;
      if (problem !== null) throw refuseAs({ code: 'notPossibleNow', userMessage: problem });
      return archive.importCheck;
    }),
    importDesk: group.importDesk.handler(async function* () {
      for (const [index, event] of archive.importEvents.entries()) {
        if (index > 0) await archive.held;
        if (event.isReady) archive.pending = archive.importCheck.at;
        yield event;
      }
    }),
    importState: group.importState.handler(() => ({ pending: archive.pending })),
    forgetImport: group.forgetImport.handler(() => {
      archive.pending = null;
    }),
  };
}
