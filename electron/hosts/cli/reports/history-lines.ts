/** A line for each result that was not paid again, because an earlier one stands for it. */

import type { JobView } from '../../../../shared/contract/views.ts';
import { jobName } from './job-words.ts';
import type { Reporter } from './reporter.ts';

export function withHistory(reporter: Reporter): Reporter {
  const told = new Set<string>();
  function note(job: JobView): void {
    for (const { id, model, reused, state } of job.generations) {
      if (!reused || state !== 'stored' || told.has(id)) continue;
      told.add(id);
      reporter.tell({ event: 'reused', id: job.id, model }, `${jobName(job)}: ${model} from history, not paid again`);
    }
  }
  return {
    ...reporter,
    job(job) {
      note(job);
      reporter.job(job);
    },
  };
}
