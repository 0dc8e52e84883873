/** What a run came to: recordings, outputs, money, and what history saved. */

import path from 'node:path';
import { MOST_FOLDERS, type RunSummary } from '../../../../shared/contract/queue/run.ts';
import type { Store } from '../../store/open-store.ts';
import { readMarked } from '../sending/marked.ts';

export function summarize(
  { jobSums, ledger, measured, runs }: Pick<Store, 'jobSums' | 'ledger' | 'measured' | 'runs'>,
  { startedAt, finishedAt }: { readonly startedAt: number; readonly finishedAt: number },
): RunSummary {
  const counts = new Map<string, number>(jobSums.ofRun(startedAt).map(({ kind, count }) => [kind, count]));
  const outputs = runs.outputs(startedAt);
  const { charged, unpriced } = ledger.chargedSince(startedAt);
  return {
    done: (counts.get('done') ?? 0) + (counts.get('in-review') ?? 0),
    failed: counts.get('failed') ?? 0,
    cancelled: counts.get('cancelled') ?? 0,
    inReview: counts.get('in-review') ?? 0,
    couldBeBetter: readMarked({ measured }, runs.doneIds(startedAt)).size,
    delivered: outputs.length,
    charged,
    unpriced,
    quoted: runs.held(startedAt),
    ...runs.reused(startedAt),
    paidAgain: runs.paidAgain(startedAt),
    batchId: runs.onlyBatch(startedAt),
    startedAt,
    finishedAt,
    folders: foldersOf(outputs),
    connections: runs.connectionNames(startedAt),
  };
}

/** Those with the most files first. */
function foldersOf(outputs: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const file of outputs) {
    const folder = path.dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, MOST_FOLDERS)
    .map(([folder]) => folder);
}
