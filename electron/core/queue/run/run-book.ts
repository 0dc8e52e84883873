/** Keeps the current run, through restarts: it opens with the first job that is started, and is closed once nothing is left to do. */

import path from 'node:path';
import { z } from 'zod';
import { MOST_FOLDERS, type RunSummary, runSummary } from '../../../../shared/contract/views.ts';
import { isFinal } from '../../../../shared/domain/job-state.ts';
import type { Dispose } from '../../../platform/disposal.ts';
import type { Store } from '../../store/open-store.ts';
import type { Books, QueueContext } from '../parts/queue-context.ts';
import { readMarked } from '../sending/marked.ts';

/** A job that was started this shortly ago belongs to the run that it opens, in milliseconds. */
const FRESH_MS = 60_000;

const storedRun = z.object({ startedAt: z.number(), finishedAt: z.number().nullable() });

/** Milliseconds since the epoch. */
type StoredRun = z.infer<typeof storedRun>;

export interface RunBook {
  /** The current run, or the last one; null before the first. */
  readonly current: StoredRun | null;
  readonly isOpen: boolean;
  /** Until it is dismissed, or another run begins: beside that one's progress it would tell what is no longer so. */
  readonly lastSummary: RunSummary | null;
  /** A job changed: opens a run if it has something to do. */
  note(jobId: string): void;
  /** Closes the open run. @returns its summary; null when none is open */
  end(): RunSummary | null;
  dismiss(): void;
  stop(): void;
}

export function createRunBook({ ports, store, time }: Books & Pick<QueueContext, 'time'>): RunBook {
  let current = storedRun.safeParse(store.settings.get('run')).data ?? null;
  let lastSummary = runSummary.safeParse(store.settings.get('last-run')).data ?? null;
  const stopListening: Dispose = time.onJump((setBackBy) => {
    // What ends after the clock was set back still belongs to the run.
    if (current?.finishedAt === null && setBackBy > 0) put({ ...current, startedAt: current.startedAt - setBackBy });
  });

  function put(run: StoredRun): void {
    current = run;
    store.settings.set('run', run);
  }

  return {
    get current() {
      return current;
    },
    get isOpen() {
      return current?.finishedAt === null;
    },
    get lastSummary() {
      return current?.finishedAt === null ? null : lastSummary;
    },
    note(jobId) {
      if (current?.finishedAt === null) return;
      const job = store.jobs.find(jobId);
      if (job === undefined || job.admittedAt === null || job.removedAt !== null) return;
      const { kind } = job.state;
      if (isFinal(job.state) || kind === 'paused' || kind === 'needs-you' || kind === 'cancelling') return;
      const now = ports.clock.now();
      // What an earlier run left, and is retried or resumed now, takes no longer than from now on.
      const isFresh = job.admittedAt > Math.max(now - FRESH_MS, current?.finishedAt ?? 0);
      put({ startedAt: isFresh ? Math.min(now, job.admittedAt) : now, finishedAt: null });
    },
    end() {
      if (current === null || current.finishedAt !== null) return null;
      const ended = { ...current, finishedAt: ports.clock.now() };
      lastSummary = summarize(store, ended);
      store.settings.set('last-run', lastSummary);
      put(ended);
      return lastSummary;
    },
    dismiss() {
      lastSummary = null;
      store.settings.remove('last-run');
    },
    stop: () => void stopListening(),
  };
}

function summarize(
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
