/** Plain lines for pipes and logs: one per step of a recording, and one for all recordings that wait on a connection for the same reason. */

import type { JobView } from '../../../../shared/contract/views.ts';
import { inTerminal, messageOf, textOf } from '../../../../shared/domain/errors.ts';
import { isFinal } from '../../../../shared/domain/job-state.ts';
import { countOf } from '../../../../shared/domain/units.ts';
import { jobName, stateInWords, waitingUntil } from './job-words.ts';
import type { Reporter } from './reporter.ts';

/** How long a wait collects jobs before it is printed, and the shortest time between two lines about it, in milliseconds. */
const GATHER_MS = 500;
const QUIET_MS = 30_000;

/** @param end prints the waits that are still being collected */
export interface LineReporter extends Pick<Reporter, 'begin' | 'job'> {
  end(): void;
}

export function createLineReporter(print: (line: string) => void): LineReporter {
  const reported = new Map<string, Set<string>>();
  const waiting = new Map<string, JobView>();
  const gathering = new Map<string, NodeJS.Timeout>();
  const reportedAt = new Map<string, number>();
  let total = 0;
  let ended = 0;

  function gather(key: string): void {
    if (gathering.has(key)) return;
    const quiet = (reportedAt.get(key) ?? Number.NEGATIVE_INFINITY) + QUIET_MS - performance.now();
    gathering.set(key, setTimeout(() => reportWait(key), Math.max(GATHER_MS, quiet)).unref());
  }

  function reportWait(key: string): void {
    clearTimeout(gathering.get(key));
    gathering.delete(key);
    const jobs = [...waiting.values()].filter((job) => waitOf(job)?.key === key);
    const [first] = jobs;
    if (first === undefined) return;
    reportedAt.set(key, performance.now());
    const messages = new Set(jobs.map((job) => waitOf(job)?.message));
    // What was charged may differ between them: one line for all of them says only what is true of each.
    const message = messages.size === 1 ? waitOf(first)?.message : waitOf(first)?.common;
    const next = Math.min(...jobs.map((job) => waitOf(job)?.until ?? Number.POSITIVE_INFINITY));
    print(
      `${first.connection}: ${countOf(jobs.length, 'recording')} waiting${waitingUntil(Number.isFinite(next) ? next : null)}. ${message}`,
    );
  }

  /** @returns whether the job is in this state for the first time */
  function isNew({ id, state }: JobView): boolean {
    const kinds = reported.get(id) ?? new Set();
    reported.set(id, kinds);
    const before = kinds.size;
    return kinds.add(state.kind).size > before;
  }

  return {
    begin(count) {
      total = count;
    },
    job(job) {
      const wait = waitOf(job);
      if (wait !== null) {
        waiting.set(job.id, job);
        gather(wait.key);
        return;
      }
      waiting.delete(job.id);
      const { kind } = job.state;
      if (kind === 'ready' || kind === 'queued' || !isNew(job)) return;
      if (isFinal(job.state)) ended += 1;
      const place = isFinal(job.state) && total > 0 ? `${ended} of ${total}: ` : '';
      print(`${place}${jobName(job)}: ${kind === 'generating' ? 'restoring' : stateInWords(job)}`);
    },
    end() {
      for (const key of [...gathering.keys()]) reportWait(key);
    },
  };
}

function waitOf({ connectionId, state }: JobView) {
  if (state.kind !== 'waiting') return null;
  const { safe: _, ...common } = messageOf(state.reason);
  return {
    key: `${connectionId} ${state.reason.code}`,
    until: state.until,
    message: inTerminal(state.reason),
    common: textOf(common, 'terminal'),
  };
}
