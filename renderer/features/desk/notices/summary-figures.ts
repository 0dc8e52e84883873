/** The figures of a batch's summary, and the output that stands for its folder. Pure. */

import type { JobView, RunSummary } from '../../../../shared/contract/views.ts';
import { formatUsd } from '../../../../shared/domain/money.ts';
import { SUMMARY } from '../strings.ts';

export interface Figure {
  readonly amount: string;
  readonly words: string;
  /** Below. */
  readonly note: string;
  readonly tone: 'plain' | 'good' | 'bad' | 'warn';
}

/** Only what there is to say: no zeros but the cost. */
export function figuresOf(run: RunSummary): readonly Figure[] {
  const figures: Figure[] = [
    { amount: String(run.done), words: SUMMARY.done, note: SUMMARY.delivered(run.delivered), tone: 'plain' },
  ];
  if (run.failed > 0) {
    figures.push({ amount: String(run.failed), words: SUMMARY.failed, note: SUMMARY.failedNote, tone: 'bad' });
  }
  if (run.inReview > 0) {
    const amount = String(run.inReview);
    figures.push({ amount, words: SUMMARY.toReview, note: SUMMARY.toReviewNote, tone: 'warn' });
  }
  if (run.couldBeBetter > 0) {
    const amount = String(run.couldBeBetter);
    figures.push({ amount, words: SUMMARY.couldBeBetter, note: SUMMARY.couldBeBetterNote, tone: 'warn' });
  }
  if (run.cancelled > 0) {
    figures.push({
      amount: String(run.cancelled),
      words: SUMMARY.cancelled,
      note: SUMMARY.cancelledNote,
      tone: 'plain',
    });
  }
  figures.push({ amount: formatUsd(run.charged), words: SUMMARY.charged, note: costNote(run), tone: 'plain' });
  if (run.reused > 0) {
    figures.push(
      run.saved === null || run.saved === 0
        ? { amount: String(run.reused), words: SUMMARY.reused, note: SUMMARY.reusedNote, tone: 'good' }
        : { amount: formatUsd(run.saved), words: SUMMARY.saved, note: SUMMARY.savedNote(run.reused), tone: 'good' },
    );
  }
  if (run.paidAgain > 0) {
    figures.push({
      amount: String(run.paidAgain),
      words: SUMMARY.paidAgain,
      note: SUMMARY.paidAgainNote,
      tone: 'warn',
    });
  }
  return figures;
}

function costNote({ charged, quoted, unpriced }: RunSummary): string {
  if (unpriced > 0) return SUMMARY.unpriced(unpriced);
  if (quoted === null) return SUMMARY.unquoted;
  return quoted === 0 && charged === 0 ? SUMMARY.free : SUMMARY.quoted(formatUsd(quoted));
}

/** An output in this folder, to be shown in the file manager; null if the queue has none anymore. */
export function outputIn(
  folder: string,
  jobs: ReadonlyMap<string, JobView>,
): { readonly jobId: string; readonly generationId: string } | null {
  for (const job of jobs.values()) {
    for (const { exportedPath, id } of job.generations) {
      if (exportedPath === null || !exportedPath.startsWith(folder)) continue;
      if (/^[/\\]?[^/\\]+$/.test(exportedPath.slice(folder.length))) return { jobId: job.id, generationId: id };
    }
  }
  return null;
}
