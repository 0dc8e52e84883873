/** Moved sources on the fake desk: which are gone, and what a search for one comes to. */

import type { FindEvent } from '../../../shared/contract/listening/sources.ts';
import type { FakeState } from './fake-state.ts';
import { type Os, refuse } from './refuse.ts';

export function makeSources() {
  return {
    /** Jobs whose source is gone. */
    missing: new Set<string>(),
    /** Those of them that have a listening copy. */
    copied: new Set<string>(),
    /** What a search says; the source is there again after `found`. */
    answers: [{ kind: 'found', path: '/moved/take.wav', jobs: 1, resumed: 0 }] as readonly FindEvent[],
    /** Until then it is looking. */
    looked: Promise.resolve() as Promise<void>,
    /** Where it was to look. */
    asked: [] as (readonly string[])[],
    /** Files that were moved after their recordings were done. */
    movedAway: 0,
    /** Searches that were stopped. */
    stopped: 0,
  };
}

export function sourceHandlers(os: Os, { jobs, sources }: FakeState) {
  return {
    movedAway: os.sources.movedAway.handler(() => ({ count: sources.movedAway })),
    takeBack: os.sources.takeBack.handler(() => {
      const moved = sources.movedAway;
      sources.movedAway = 0;
      return { moved, left: 0 };
    }),
    missing: os.sources.missing.handler(({ input }) => ({
      jobIds: input.jobIds.filter((id) => sources.missing.has(id)),
    })),
    find: os.sources.find.handler(async function* ({ input, signal }): AsyncGenerator<FindEvent, void> {
      if (!jobs.has(input.jobId)) throw refuse('notFound');
      sources.asked.push(input.paths);
      yield { kind: 'looking', files: 12_345 };
      const aborted = new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
      await Promise.race([sources.looked, aborted]);
      if (signal?.aborted) {
        sources.stopped += 1;
        return;
      }
      for (const answer of sources.answers) {
        if (answer.kind === 'found') sources.missing.delete(input.jobId);
        yield answer;
      }
    }),
  };
}
