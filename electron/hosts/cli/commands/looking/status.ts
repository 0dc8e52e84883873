/** `cleartake status`: what is in the queue, and what it waits for. Reads the store without its lock, and uses no network. */

import { strangeStatus } from '../../../../../shared/domain/generation-state.ts';
import { type JobState, reassuredState } from '../../../../../shared/domain/job-state.ts';
import { formatUsd } from '../../../../../shared/domain/money.ts';
import { weaknessesInSentence } from '../../../../../shared/domain/quality/strings.ts';
import type { Weakness } from '../../../../../shared/domain/quality/weaknesses.ts';
import { countOf } from '../../../../../shared/domain/units.ts';
import type { Store } from '../../../../core/store/open-store.ts';
import type { JobRow } from '../../../../core/store/schema.ts';
import { type CommandOptions, withStore } from '../../access/access.ts';
import { EXIT, type ExitStatus } from '../../exit-status.ts';
import { print } from '../../output/printer.ts';
import { jobName, type StatedJob, stateInWords } from '../../reports/job-words.ts';
import { jsonLine } from '../../reports/printable.ts';
import type { CliCommand } from '../../syntax/cli-command.ts';

export function command(program: CliCommand): void {
  program.subcommand('status', 'show what is in the queue').onDesk().run(statusCommand);
}

/** Other states appear by their name in the code. */
const STATES: Readonly<Record<string, string>> = {
  'in-review': 'held for review',
  'needs-you': 'needing attention',
  'not-started': 'not started',
};

/** States that need a person or time; the first jobs in them are listed one by one. */
const STUCK: readonly JobState['kind'][] = ['needs-you', 'in-review', 'failed', 'waiting'];

const MOST_LISTED = 20;

/** Status 3 when something in the queue needs attention, billing included, else 0. */
export function statusCommand(options: CommandOptions): Promise<ExitStatus> {
  return withStore(options, async (store) => {
    const states = (store?.jobs.filesByState() ?? []).map((row) => ({
      ...row,
      kind: row.started ? row.kind : ('not-started' as const),
    }));
    const reserved = store?.ledger.held() ?? 0;
    const stuck = store === null ? [] : stuckJobs(store);
    const marked = store === null ? [] : await markedJobs(store);
    if (options.json === true) {
      const jobs: Record<string, number> = {};
      for (const { kind, jobs: count } of states) jobs[kind] = (jobs[kind] ?? 0) + count;
      print(jsonLine({ jobs, held: reserved, stuck: stuck.map(factsOf), couldBeBetter: marked }));
    } else if (states.length === 0) print('The queue is empty.');
    else {
      for (const { kind, jobs, files } of states) {
        // Recordings may be in the queue several times.
        const times = jobs > files ? ` (${jobs} times in all)` : '';
        print(`${countOf(files, 'recording')} ${STATES[kind] ?? kind}${times}`);
      }
      if (reserved > 0) print(`${formatUsd(reserved)} USD reserved for unfinished work`);
      for (const job of strangeJobs(store)) print(`${jobName(job)}: ${stateInWords(job)}`);
      for (const job of stuck) print(`${jobName(job)}: ${stateInWords(job)}`);
      const all = states.filter(({ kind }) => STUCK.includes(kind as JobState['kind']));
      const more = all.reduce((sum, { jobs }) => sum + jobs, 0) - stuck.length;
      if (more > 0) print(`… and ${more} more that wait, failed or need attention`);
      printMarked(marked);
    }
    const needsPerson =
      states.some(({ kind }) => kind === 'needs-you' || kind === 'in-review') ||
      (store?.waitingJobs.countEndless() ?? 0) > 0;
    return needsPerson ? EXIT.needsPerson : EXIT.done;
  });
}

function stuckJobs(store: Store): StatedJob[] {
  const rows = STUCK.flatMap((kind) => store.jobs.startedIn([kind], MOST_LISTED)).slice(0, MOST_LISTED);
  const money = store.moneyRecords.ofJobs(rows.map(({ id }) => id)).ofJob;
  return rows.map((row) => stated(store, { ...row, state: reassuredState(row.state, money.get(row.id)) }));
}

/** Those whose service reports a status that Cleartake doesn't know: its word is shown. */
function strangeJobs(store: Store | null): StatedJob[] {
  const running = store?.jobs.startedIn(['generating'], MOST_LISTED) ?? [];
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
async function markedJobs(store: Store): Promise<MarkedJob[]> {
  const { readMarked } = await import('../../../../core/queue/sending/marked.ts');
  const marked = readMarked(store, null);
  return store.jobs.many([...marked.keys()]).map(({ id, recordingId }) => {
    const { folder, name } = store.recordings.get(recordingId);
    return { id, name, folder, weaknesses: marked.get(id) ?? [] };
  });
}

function printMarked(marked: readonly MarkedJob[]): void {
  for (const job of marked.slice(0, MOST_LISTED)) {
    print(`${jobName(job)}: could be better: ${weaknessesInSentence(job.weaknesses)}`);
  }
  if (marked.length > MOST_LISTED) print(`… and ${marked.length - MOST_LISTED} more that could be better`);
  if (marked.length > 0) print('To send them to another service, run `cleartake send --marked --connection NAME`.');
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
