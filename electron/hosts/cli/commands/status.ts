/** `cleartake status`: what is in the queue, and what holds it up. Reads the store without its lock, and uses no network. */

import { strangeStatus } from '../../../../shared/domain/generation-state.ts';
import { type JobState, reassuredState } from '../../../../shared/domain/job-state.ts';
import { formatUsd } from '../../../../shared/domain/money.ts';
import { weaknessesInSentence } from '../../../../shared/domain/quality/strings.ts';
import type { Weakness } from '../../../../shared/domain/quality/weaknesses.ts';
import { readMarked } from '../../../core/queue/sending/marked.ts';
import type { Store } from '../../../core/store/open-store.ts';
import type { JobRow } from '../../../core/store/schema.ts';
import { EXIT, type ExitStatus } from '../exit-status.ts';
import { type ReadOptions, reading } from '../open-store.ts';
import { print } from '../output/printer.ts';
import { jobName, type StatedJob, stateInWords } from '../reports/job-words.ts';
import { jsonLine } from '../reports/printable.ts';
import { STATUS } from '../strings/reports.ts';

/** States that need a person or time; the first jobs in them are listed one by one. */
const STUCK: readonly JobState['kind'][] = ['needs-you', 'in-review', 'failed', 'waiting'];
const MOST_TOLD = 20;

/** Status 3 when something in the queue needs attention, billing included, else 0. */
export function statusCommand(options: ReadOptions): ExitStatus {
  return reading(options, (store) => {
    const states = (store?.jobs.filesByState() ?? []).map((row) => ({
      ...row,
      kind: row.started ? row.kind : ('not-started' as const),
    }));
    const held = store?.ledger.held() ?? 0;
    const stuck = store === null ? [] : stuckJobs(store);
    const marked = store === null ? [] : markedJobs(store);
    if (options.json === true) {
      const jobs: Record<string, number> = {};
      for (const { kind, jobs: count } of states) jobs[kind] = (jobs[kind] ?? 0) + count;
      print(jsonLine({ jobs, held, stuck: stuck.map(factsOf), couldBeBetter: marked }));
    } else if (states.length === 0) print(STATUS.empty);
    else {
      for (const { kind, jobs, files } of states) print(STATUS.count(files, STATUS.states[kind] ?? kind, jobs));
      if (held > 0) print(STATUS.held(formatUsd(held)));
      for (const job of strangeJobs(store)) print(`${jobName(job)}: ${stateInWords(job)}`);
      for (const job of stuck) print(`${jobName(job)}: ${stateInWords(job)}`);
      const all = states.filter(({ kind }) => STUCK.some((one) => one === kind));
      const more = all.reduce((sum, { jobs }) => sum + jobs, 0) - stuck.length;
      if (more > 0) print(STATUS.more(more));
      printMarked(marked);
    }
    const needsPerson =
      states.some(({ kind }) => kind === 'needs-you' || kind === 'in-review') || (store?.heldJobs.countHeld() ?? 0) > 0;
    return needsPerson ? EXIT.needsPerson : EXIT.done;
  });
}

function stuckJobs(store: Store): StatedJob[] {
  const rows = STUCK.flatMap((kind) => store.jobs.startedIn([kind], MOST_TOLD)).slice(0, MOST_TOLD);
  const money = store.moneyRecords.ofJobs(rows.map(({ id }) => id)).ofJob;
  return rows.map((row) => stated(store, { ...row, state: reassuredState(row.state, money.get(row.id)) }));
}

/** Those whose service reports a status that Cleartake doesn't know: its word is shown. */
function strangeJobs(store: Store | null): StatedJob[] {
  const running = store?.jobs.startedIn(['generating'], MOST_TOLD) ?? [];
  return running
    .map((row) => stated(store as Store, row))
    .filter(({ generations }) =>
      generations.some(
        ({ state, remoteStatus }) => state === 'processing' && strangeStatus(remoteStatus ?? null) !== null,
      ),
    );
}

interface MarkedJob extends Pick<StatedJob, 'id' | 'name' | 'folder'> {
  readonly weaknesses: readonly Weakness[];
}

/** Finished, but their results still measure poorly. */
function markedJobs(store: Store): MarkedJob[] {
  const marked = readMarked(store, null);
  return store.jobs.many([...marked.keys()]).map(({ id, recordingId }) => {
    const { folder, name } = store.recordings.get(recordingId);
    return { id, name, folder, weaknesses: marked.get(id) ?? [] };
  });
}

function printMarked(marked: readonly MarkedJob[]): void {
  for (const job of marked.slice(0, MOST_TOLD)) {
    print(`${jobName(job)}: ${STATUS.marked(weaknessesInSentence(job.weaknesses))}`);
  }
  if (marked.length > MOST_TOLD) print(STATUS.moreMarked(marked.length - MOST_TOLD));
  if (marked.length > 0) print(STATUS.sendMarked);
}

function stated(store: Store, { id, recordingId, state }: JobRow): StatedJob {
  const { name, folder, durationSeconds } = store.recordings.get(recordingId);
  const generations = store.generations.ofJob(id).map(({ model, amount, remoteStatus, stateKind }) => ({
    model,
    amount,
    state: stateKind,
    progress: null,
    remoteStatus,
  }));
  return { id, name, folder, state, durationSeconds, generations };
}

function factsOf(job: StatedJob) {
  const { id, name, folder, state } = job;
  const until = state.kind === 'waiting' ? state.until : null;
  return { id, name, folder, state: state.kind, until, told: stateInWords(job) };
}
