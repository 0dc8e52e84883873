/** Handlers of the verdicts group. */

import path from 'node:path';
import type { BlindTestView, OpinionsView, VerdictView } from '../../../../shared/contract/verdicts.ts';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import type { Side } from '../../../../shared/domain/listening/blind-test.ts';
import { MODELS } from '../../../../shared/domain/models.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { LibraryPaths } from '../../library/paths.ts';
import type { Store } from '../../store/open-store.ts';
import type { BlindTestRow, JobRow, RecordingRow, VerdictRow } from '../../store/schema.ts';
import { RESULT } from '../../strings.ts';
import { os, refusing } from '../router.ts';
import { resultOf, takesOf } from './listening.ts';

interface Ports {
  readonly clock: Clock;
  readonly paths: LibraryPaths;
  newId(): string;
}

export function verdictsHandlers({ clock, newId, paths }: Ports, store: Store) {
  const group = os.verdicts;

  function jobWith(jobId: string, takes: readonly (string | null)[]): JobRow {
    const job = store.jobs.find(jobId);
    if (job === undefined) throw new CleartakeError('notFound', { detail: 'job' });
    const known = new Set(takesOf(store, paths, job).map(({ id }) => id));
    if (takes.some((take) => take !== null && !known.has(take)))
      throw new CleartakeError('notFound', { detail: 'take' });
    return job;
  }

  function answer(testId: string, trial: number, side: Side): BlindTestView {
    const test = store.verdicts.findTest(testId);
    if (test === undefined) throw new CleartakeError('notFound', { detail: 'blind test' });
    const recording = store.recordings.get(store.jobs.get(test.jobId).recordingId);
    if (test.answers[trial]?.side === side) return testView(store, test, recording);
    if (trial !== test.answers.length || trial >= test.trials) {
      throw new CleartakeError('notPossibleNow', { detail: 'another trial is next' });
    }
    const at = clock.now();
    const answers = [...test.answers, { side, at }];
    const finishedAt = answers.length === test.trials ? at : null;
    store.verdicts.setAnswers(testId, answers, finishedAt);
    return testView(store, { ...test, answers, finishedAt }, recording);
  }

  return {
    ofJob: group.ofJob.handler(({ input, errors }) =>
      refusing(errors, () => opinions(store, jobWith(input.jobId, []))),
    ),
    give: group.give.handler(({ input, errors }) =>
      refusing(errors, () => {
        const job = jobWith(input.jobId, [input.take, input.over]);
        store.verdicts.give({ ...input, at: clock.now() });
        return opinions(store, job);
      }),
    ),
    withdraw: group.withdraw.handler(({ input, errors }) =>
      refusing(errors, () => {
        const job = jobWith(input.jobId, []);
        store.verdicts.withdraw(job.id, input.id, clock.now());
        return opinions(store, job);
      }),
    ),
    setNote: group.setNote.handler(({ input, errors }) =>
      refusing(errors, () => {
        const job = jobWith(input.jobId, []);
        store.verdicts.setNote({ ...input, changedAt: clock.now() });
        return opinions(store, job);
      }),
    ),
    startTest: group.startTest.handler(({ input, errors }) =>
      refusing(errors, () => {
        const job = jobWith(input.jobId, [input.first, input.second]);
        const test = { ...input, id: newId(), answers: [], startedAt: clock.now(), finishedAt: null };
        store.verdicts.startTest(test);
        return testView(store, test, store.recordings.get(job.recordingId));
      }),
    ),
    answer: group.answer.handler(({ input, errors }) =>
      refusing(errors, () => answer(input.testId, input.trial, input.side)),
    ),
  };
}

function opinions(store: Store, job: JobRow): OpinionsView {
  const recording = store.recordings.get(job.recordingId);
  const [note] = store.verdicts.notesOf([job.id]);
  return {
    verdicts: store.verdicts.ofJobs([job.id]).map((verdict) => verdictView(store, verdict)),
    tests: store.verdicts
      .finishedTests()
      .filter((each) => each.test.jobId === job.id || showOf(each.recording) === showOf(recording))
      .map((each) => testView(store, each.test, each.recording)),
    note: { note: note?.note ?? '', tags: [...(note?.tags ?? [])] },
    listener: store.verdicts.lastListener(),
  };
}

/** Recordings of one folder belong to one show. What came without a path belongs to none. */
function showOf({ id, origin, path: source }: RecordingRow): string {
  return origin === 'path' ? path.dirname(source) : id;
}

/** @param store names the takes */
export function verdictView(store: Store, { id, at, kind, take, over, listener }: VerdictRow): VerdictView {
  const overLabel = over === null ? null : labelOf(store, over);
  return { id, at, kind, take, takeLabel: labelOf(store, take), over, overLabel, listener };
}

function testView(store: Store, test: BlindTestRow, recording: RecordingRow): BlindTestView {
  return {
    ...test,
    answers: [...test.answers],
    recording: recording.name,
    firstLabel: labelOf(store, test.first),
    secondLabel: labelOf(store, test.second),
  };
}

function labelOf(store: Store, take: string): string {
  const generation = store.generations.find(resultOf(take) ?? '');
  return generation === undefined ? RESULT.original : MODELS[generation.model].label;
}
