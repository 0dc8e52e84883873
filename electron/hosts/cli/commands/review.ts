/** `cleartake review`: lists the results that the check before delivery held back, and delivers those that the person accepts. */

import { findingDetail, findingTitle } from '../../../../shared/domain/integrity/strings.ts';
import { EXIT, type ExitStatus } from '../exit-status.ts';
import { jobsWhere } from '../follow.ts';
import { openForWork } from '../open-desk.ts';
import { type ReadOptions, reading } from '../open-store.ts';
import { print } from '../output/printer.ts';
import { jobName } from '../reports/job-words.ts';
import { jsonLine } from '../reports/printable.ts';
import { REVIEW } from '../strings/reports.ts';
import { theOne } from './answer.ts';

/** Status 3 when something is in review, else 0. Reads the store without its lock. */
export function listReviewCommand(options: ReadOptions): ExitStatus {
  return reading(options, (store) => {
    const rows = store?.jobs.startedIn(['in-review']) ?? [];
    for (const { id, recordingId, state } of rows) {
      if (store === null || state.kind !== 'in-review') continue;
      const { folder, name } = store.recordings.get(recordingId);
      const held = state.held.map(({ findings, generationId }) => ({
        model: store.generations.get(generationId).model,
        result: store.results.get(generationId)?.path ?? null,
        findings,
      }));
      if (options.json === true) print(jsonLine({ id, name, folder, held }));
      else {
        print(jobName({ folder, name }));
        for (const { findings, model, result } of held) {
          for (const finding of findings) print(`  ${model}: ${findingTitle(finding)}. ${findingDetail(finding)}`);
          if (result !== null) print(`  ${REVIEW.file(result)}`);
        }
      }
    }
    if (options.json !== true) print(rows.length === 0 ? REVIEW.nothing : REVIEW.next);
    return rows.length === 0 ? EXIT.done : EXIT.needsPerson;
  });
}

/**
 * Accepts what is held back of these recordings, of all in review when none is named; `resume` delivers it.
 * @throws UsageError for an unknown recording
 */
export async function acceptCommand(recordings: readonly string[], options: ReadOptions): Promise<ExitStatus> {
  const desk = await openForWork({ dataDirectory: options.dataDir, leavesEarlierWork: true });
  try {
    const inReview = await jobsWhere(desk.client, ({ state }) => state.kind === 'in-review');
    const chosen = recordings.length === 0 ? inReview : recordings.map((one) => theOne(inReview, one));
    const jobIds = [...new Set(chosen.map(({ id }) => id))];
    const { changed } = jobIds.length === 0 ? { changed: 0 } : await desk.client.queue.accept({ jobIds });
    print(options.json === true ? jsonLine({ event: 'accepted', jobIds }) : REVIEW.accepted(changed));
    return EXIT.done;
  } finally {
    await desk.close();
  }
}
