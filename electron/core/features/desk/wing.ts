/** Opens the wing of the desk's own page: adding, the queue and presets. Files that no recording needs anymore are removed first. */

import type { Ground } from '../../calls/ground.ts';
import type { PathChecks } from '../../calls/path-policy.ts';
import { cleanExcerpts, cleanManagedCopies, receiveRecording } from '../../library/managed-copies.ts';
import { presetFile } from '../../library/presets/preset-file.ts';
import { createClosing } from '../../queue/attention/attention.ts';
import { addingHandlers } from './adding.ts';
import { presetsHandlers } from './presets.ts';
import { queueHandlers } from './queue.ts';

export function openDeskWing({ connections, paths, ports, presets, queue, settings, store }: Ground) {
  const { managed } = paths;
  const now = ports.clock.now();
  void cleanManagedCopies(managed, store.recordings.managedPaths(), now);
  // The store may be closed meanwhile: then the next start cleans.
  cleanExcerpts(paths.excerpts, (id) => store.jobs.find(id) !== undefined, now).catch(() => undefined);
  const { newId, opened } = ports;
  const { samplesDirectory } = settings;
  return {
    handlers: (checks: PathChecks) => ({
      queue: queueHandlers({ checks, connections, managed, newId, opened, queue, samplesDirectory, store }),
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
