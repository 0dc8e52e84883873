/** What an earlier run left of the same files: `resume` goes on where it stopped, which nothing sends or pays again. */

import type { ImportReport } from '../../../shared/contract/queue.ts';
import { countOf } from '../../../shared/domain/units.ts';
import { IN_QUEUE_ALREADY } from '../../core/library/import/importer.ts';
import { openForReading } from './open-desk.ts';
import type { Reporter } from './reports/reporter.ts';

export function tellEarlierWork(reporter: Reporter, report: ImportReport, dataDirectory: string | undefined): void {
  const unfinished = report.skipped.filter(({ reason }) => reason === IN_QUEUE_ALREADY).length;
  if (unfinished > 0) {
    reporter.tell(
      { event: 'earlier', state: 'unfinished', recordings: unfinished },
      `${countOf(unfinished, 'recording')} of these an earlier run left unfinished: \`cleartake resume\` goes on with that.`,
    );
  }
  const store = openForReading(dataDirectory);
  try {
    const failed = store?.recordings.countFailedBefore(report.batchId) ?? 0;
    if (failed === 0) return;
    reporter.tell(
      { event: 'earlier', state: 'failed', recordings: failed },
      `${countOf(failed, 'recording')} of these failed in an earlier run: \`cleartake resume --failed\` goes on from there and sends nothing twice. Ctrl-C ends this run.`,
    );
  } finally {
    store?.close();
  }
}
