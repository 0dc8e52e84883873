/** Recordings that were ever added, by what a person calls them. */

import path from 'node:path';
import type { Store } from '../../../core/store/open-store.ts';

const PAGE = 500;

export interface CalledJob {
  readonly id: string;
  readonly where: string;
}

/** In the queue or only in history, newest first. @param wanted a job's id, a name, or a path */
export function everCalled(store: Store, wanted: string): CalledJob[] {
  const found: CalledJob[] = [];
  const wantedPath = path.resolve(wanted);
  for (let after: Parameters<Store['history']['page']>[0] = null; ; ) {
    const page = store.history.page(after, PAGE);
    for (const { facts } of store.history.facts(page.map(({ id }) => id))) {
      const where = path.join(facts.show, facts.name);
      if (facts.jobId === wanted || facts.name === wanted || where === wantedPath || where.endsWith(`/${wanted}`))
        found.push({ id: facts.jobId, where });
    }
    after = page.at(-1) ?? null;
    if (page.length < PAGE) return found;
  }
}
