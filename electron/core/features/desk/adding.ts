/** Handlers of the adding group. */

import type { AddingEvent } from '../../../../shared/contract/queue/adding.ts';
import { readTypedPath } from '../../../platform/files/typed-path.ts';
import { os } from '../../calls/router.ts';
import { streamEvents } from '../../calls/stream-events.ts';
import type { Adding } from '../../library/import/adding.ts';
import type { DeskPorts } from '../../ports.ts';
import { SKIPPED } from '../../strings.ts';

export function addingHandlers({ files, surroundings }: Pick<DeskPorts, 'files' | 'surroundings'>, adding: Adding) {
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
