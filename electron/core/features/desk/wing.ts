/** Opens the wing of the desk's own page: adding, the queue and presets. Files that no recording needs anymore are removed first. */

import type { AddingEvent } from '../../../../shared/contract/queue/adding.ts';
import type { PresetsView } from '../../../../shared/contract/queue/presets.ts';
import { readTypedPath } from '../../../platform/files/typed-path.ts';
import type { Ground } from '../../calls/ground.ts';
import type { PathChecks } from '../../calls/path-policy.ts';
import { os } from '../../calls/router.ts';
import { streamEvents } from '../../calls/stream-events.ts';
import type { Adding } from '../../library/import/adding.ts';
import { cleanExcerpts, cleanManagedCopies, receiveRecording } from '../../library/managed-copies.ts';
import type { Presets } from '../../library/presets/presets.ts';
import { presetFile } from '../../library/presets/presets.ts';
import type { DeskPorts } from '../../ports.ts';
import { createClosing } from '../../queue/attention/attention.ts';
import { SKIPPED } from '../../strings.ts';
import { queueHandlers } from './queue.ts';

export function openDeskWing({ connections, paths, ports, presets, queue, settings, store }: Ground) {
  const { managed } = paths;
  const now = ports.clock.now();
  void cleanManagedCopies(managed, store.recordings.managedPaths(), now);
  // The store may be closed meanwhile: then the next start cleans.
  cleanExcerpts(paths.excerpts, (id) => store.jobs.find(id) !== undefined, now).catch(() => undefined);
  const { files, newId, opened, surroundings } = ports;
  const { samplesDirectory } = settings;
  return {
    handlers: (checks: PathChecks) => ({
      queue: queueHandlers({
        ...{ checks, connections, files, managed, newId, opened, queue, samplesDirectory, store, surroundings },
      }),
      presets: presetsHandlers(ports, presets, checks),
      adding: addingHandlers(ports, queue.adding),
    }),
    forHost: {
      afterSleep: queue.afterSleep,
      beforeClosing:
        ports.attention === undefined ? async () => 'quit' as const : createClosing(store, ports.attention),
      isWorking: queue.isWorking,
      jobOfProject: (projectId: string) => store.recoveredJobs.latestOfProject(projectId) ?? null,
      presetFile: (id: string | null) => presetFile(presets.view().presets, id),
      receiveUpload: (name: string, body: ReadableStream<Uint8Array>, bytes: number | null) =>
        receiveRecording(ports.files, managed, { id: newId(), name, body, bytes }),
    },
  };
}

function addingHandlers({ files, surroundings }: Pick<DeskPorts, 'files' | 'surroundings'>, adding: Adding) {
  const group = os.adding;
  return {
    watch: group.watch.handler(({ signal }) =>
      streamEvents<AddingEvent>(
        (listener) => adding.watch((current) => listener({ adding: current })),
        () => ({ adding: adding.current }),
        signal,
      ),
    ),
    stop: group.stop.handler(() => adding.stop()),
    readFolder: group.readFolder.handler(async ({ input }) => {
      const read = await readTypedPath(files, input.text, surroundings ?? { environment: {}, home: '' }, null);
      return 'path' in read
        ? { path: read.path, reason: null }
        : { path: null, reason: SKIPPED.notAPath[read.problem](read.detail) };
    }),
  };
}

function presetsHandlers(
  { files }: Pick<DeskPorts, 'files'>,
  presets: Presets,
  { mayOutputTo, mayTakePart, requireOutput }: PathChecks,
) {
  const { presets: group } = os;
  const hasFolder = async (path: string) =>
    mayOutputTo(path) && (await files.facts(path).catch(() => null))?.kind === 'folder';
  return {
    list: group.list.handler(() => presets.view()),
    watch: group.watch.handler(({ signal }) => streamEvents<PresetsView>(presets.watch, presets.view, signal)),
    choose: group.choose.handler(({ input }) => presets.choose(input.id)),
    save: group.save.handler(({ input }) => {
      requireOutput(input.settings);
      return presets.save(input);
    }),
    remove: group.remove.handler(({ input }) => presets.remove(input.id)),
    setDefault: group.setDefault.handler(({ input }) => presets.setDefault(input.id)),
    import: group.import.handler(({ input }) => presets.import(input.text, { hasFolder, mayTakePart })),
  };
}
