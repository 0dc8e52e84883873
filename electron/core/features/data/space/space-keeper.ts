/** What the last survey showed, in sums and examples, and the clean-up of exactly that. */

import type { CleanupPart, JobFilesView, SpaceView } from '../../../../../shared/contract/care.ts';
import { CLEANUPS, type Cleanup } from '../../../../../shared/domain/care/space.ts';
import { CleartakeError } from '../../../../../shared/domain/errors.ts';
import type { Files } from '../../../../platform/files/files.ts';
import type { Clock } from '../../../../platform/time/clock.ts';
import { CARE } from '../strings.ts';
import { type CleanedFiles, type CleanPorts, cleanUp } from './clean-up.ts';
import { surveyJobs } from './job-survey.ts';
import { type Removable, surveySpace } from './survey.ts';

export interface SpaceKeeper {
  survey(): Promise<SpaceView>;
  /** What only these jobs need. The clean-up removes it like that of any survey. */
  surveyJobs(jobIds: readonly string[]): Promise<JobFilesView>;
  /** @throws CleartakeError notPossibleNow for an earlier survey */
  clean(surveyId: string, kinds: readonly Cleanup[], signal?: AbortSignal): Promise<CleanedFiles>;
}

const MOST_EXAMPLES = 5;

export function createSpaceKeeper(
  ports: CleanPorts & {
    readonly clock: Pick<Clock, 'now'>;
    readonly files: Pick<Files, 'freeBytes' | 'hash'>;
    readonly newId: () => string;
  },
): SpaceKeeper {
  let last: { readonly id: string; readonly removables: readonly Removable[] } | null = null;
  return {
    async survey() {
      const { removables, used } = await surveySpace(ports.dataDirectory, ports.store, ports.clock.now());
      last = { id: ports.newId(), removables };
      const free = await ports.files.freeBytes(ports.dataDirectory);
      return { surveyId: last.id, used: [...used], free, cleanups: cleanupParts(removables) };
    },
    async surveyJobs(jobIds) {
      const found = await surveyJobs(ports.dataDirectory, ports.store, jobIds);
      last = { id: ports.newId(), removables: found.removables };
      return { surveyId: last.id, jobIds: [...found.jobIds], cleanups: cleanupParts(found.removables) };
    },
    async clean(surveyId, kinds, signal) {
      if (last?.id !== surveyId) throw new CleartakeError('notPossibleNow', { parts: CARE.lookAgain });
      const { removables } = last;
      last = null;
      return await cleanUp(ports, removables, kinds, signal);
    },
  };
}

/** In the order of the kinds; only those with something to remove. */
export function cleanupParts(removables: readonly Removable[]): CleanupPart[] {
  return CLEANUPS.flatMap((kind) => {
    const files = removables.filter((one) => one.kind === kind);
    if (files.length === 0) return [];
    const largest = files.toSorted((one, other) => other.bytes - one.bytes).map(({ name }) => name);
    return [
      {
        kind,
        files: files.length,
        bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
        // A copy at the built-in service has several files of one name.
        examples: [...new Set(largest)].slice(0, MOST_EXAMPLES),
        paid: files.reduce((sum, { paid }) => sum + (paid ?? 0), 0),
        unpriced: files.filter(({ paid }) => paid === null).length,
      },
    ];
  });
}
