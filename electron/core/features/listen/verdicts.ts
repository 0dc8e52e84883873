/** Handlers of the verdicts group. */

import type { BlindTestView, OpinionsView } from '../../../../shared/contract/listening/verdicts.ts';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import { fold } from '../../../../shared/domain/history/fold.ts';
import type { Side } from '../../../../shared/domain/listening/blind-test.ts';
import { MOST_TAGS } from '../../../../shared/domain/listening/verdict.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { os } from '../../calls/router.ts';
import { folderOfOriginal } from '../../library/originals.ts';
import type { LibraryPaths } from '../../library/paths.ts';
import { labelOfTake, verdictView } from '../../library/take-ids.ts';
import type { Store } from '../../store/open-store.ts';
import { inChunks } from '../../store/open-store.ts';
import type { BlindTestRow, JobRow, RecordingRow } from '../../store/schema.ts';
import { takesOf } from './listening.ts';
import { otherTakes } from './other-takes.ts';

interface Ports {
  readonly clock: Clock;
  readonly paths: LibraryPaths;
  newId(): string;
  /** The job's row shows which result was kept. */
  readonly touch: (jobId: string) => void;
}

export function verdictsHandlers({ clock, newId, paths, touch }: Ports, store: Store) {
  const group = os.verdicts;

  function jobWith(jobId: string, takes: readonly (string | null)[]): JobRow {
    const job = store.jobs.find(jobId);
    if (job === undefined) throw new CleartakeError('notFound', { detail: 'job' });
    const known = new Set(takesOf(store, paths, job).map(({ id }) => id));
    const isOther = (take: string) => otherTakes(store, job).some(({ takeId }) => takeId === take);
    if (takes.some((take) => take !== null && !known.has(take) && !isOther(take)))
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
    ofJob: group.ofJob.handler(({ input }) => opinions(store, jobWith(input.jobId, []))),
    give: group.give.handler(({ input }) => {
      const job = jobWith(input.jobId, [input.take, input.over]);
      store.verdicts.give({ ...input, at: clock.now() });
      touch(job.id);
      return opinions(store, job);
    }),
    setNote: group.setNote.handler(({ input }) => {
      const job = jobWith(input.jobId, []);
      store.verdicts.setNote({ ...input, changedAt: clock.now() });
      return opinions(store, job);
    }),
    setTag: group.setTag.handler(async ({ input }) => ({ jobIds: await setTag({ clock, store }, input) })),
    startTest: group.startTest.handler(({ input }) => {
      const job = jobWith(input.jobId, [input.first, input.second]);
      const test = { ...input, id: newId(), answers: [], startedAt: clock.now(), finishedAt: null };
      store.verdicts.startTest(test);
      return testView(store, test, store.recordings.get(job.recordingId));
    }),
    answer: group.answer.handler(({ input }) => answer(input.testId, input.trial, input.side)),
  };
}

export function opinions(store: Store, job: JobRow): OpinionsView {
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
function showOf(recording: RecordingRow): string {
  return folderOfOriginal(recording) ?? recording.id;
}

/** @param store names the takes */
function testView(store: Store, test: BlindTestRow, recording: RecordingRow): BlindTestView {
  return {
    ...test,
    answers: [...test.answers],
    recording: recording.name,
    firstLabel: labelOfTake(store, test.first),
    secondLabel: labelOfTake(store, test.second),
  };
}

/** Tags that differ only in case are one. */
interface TagChange {
  readonly jobIds: readonly string[];
  readonly tag: string;
  /** False takes it away. */
  readonly isOn: boolean;
}

/** @returns the jobs that changed: unknown ones, those that are so already and those with the most tags are left out */
async function setTag(
  { clock, store }: { readonly clock: Pick<Clock, 'now'>; readonly store: Store },
  { isOn, jobIds, tag }: TagChange,
): Promise<string[]> {
  const changed: string[] = [];
  const isIt = (other: string) => fold(other) === fold(tag);
  await inChunks(store, jobIds, (part) => {
    const notes = new Map(store.verdicts.notesOf(part).map((note) => [note.jobId, note]));
    for (const { id: jobId } of store.jobs.many(part)) {
      const { note = '', tags = [] } = notes.get(jobId) ?? {};
      if (tags.some(isIt) === isOn || (isOn && tags.length >= MOST_TAGS)) continue;
      const next = isOn ? [...tags, tag] : tags.filter((other) => !isIt(other));
      store.verdicts.setNote({ jobId, note, tags: next, changedAt: clock.now() });
      changed.push(jobId);
    }
  });
  return changed;
}
