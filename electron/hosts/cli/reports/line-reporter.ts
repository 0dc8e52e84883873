/** Plain lines, for pipes and logs: one for each step of a recording, and one for all that wait over a connection for the same reason. */

import type { JobView } from '../../../../shared/contract/views.ts';
import { isFinal } from '../../../../shared/domain/job-state.ts';
import { countOf } from '../../../../shared/domain/units.ts';
import { clockTime, jobName, stateInWords } from './job-words.ts';
import type { Reporter } from './reporter.ts';
import { inTerminal } from './sentences.ts';

/** So long others may join in a wait before it is told, and so long nothing more is said of it then, in milliseconds. */
const GATHER_MS = 500;
const QUIET_MS = 30_000;

/** @param end tells of the waits that are not told yet */
export interface LineReporter extends Pick<Reporter, 'begin' | 'job'> {
  end(): void;
}

export function createLineReporter(print: (line: string) => void): LineReporter {
  const told = new Map<string, Set<string>>();
  const waiting = new Map<string, JobView>();
  const gathering = new Map<string, NodeJS.Timeout>();
  const toldAt = new Map<string, number>();
  let total = 0;
  let ended = 0;

  function gather(key: string): void {
    if (gathering.has(key)) return;
    const quiet = (toldAt.get(key) ?? Number.NEGATIVE_INFINITY) + QUIET_MS - performance.now();
    gathering.set(key, setTimeout(() => tellWait(key), Math.max(GATHER_MS, quiet)).unref());
  }

  function tellWait(key: string): void {
    clearTimeout(gathering.get(key));
    gathering.delete(key);
    const jobs = [...waiting.values()].filter((job) => waitOf(job)?.key === key);
    const [first] = jobs;
    if (first === undefined) return;
    toldAt.set(key, performance.now());
    const next = Math.min(...jobs.map((job) => waitOf(job)?.until ?? Number.POSITIVE_INFINITY));
    const until = Number.isFinite(next) && next > Date.now() ? ` until ${clockTime(next)}` : '';
    const verb = jobs.length === 1 ? 'waits' : 'wait';
    print(`${first.connection}: ${countOf(jobs.length, 'recording')} ${verb}${until}. ${waitOf(first)?.sentence}`);
  }

  /** @returns whether it is the first time that the job is in this state */
  function isNew({ id, state }: JobView): boolean {
    const kinds = told.get(id) ?? new Set();
    told.set(id, kinds);
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
      const place = isFinal(job.state) ? `${ended} of ${total}: ` : '';
      print(`${place}${jobName(job)}: ${kind === 'generating' ? 'restoring' : stateInWords(job)}`);
    },
    end() {
      for (const key of [...gathering.keys()]) tellWait(key);
    },
  };
}

function waitOf({ connectionId, state }: JobView) {
  if (state.kind !== 'waiting') return null;
  const { code, userMessage } = state.reason;
  return { key: `${connectionId} ${code}`, until: state.until, sentence: inTerminal(code, userMessage) };
}
