/** Verdicts, blind tests and notes on the fake desk. */

import type { BlindTestView, OpinionsView, VerdictView } from '../../../shared/contract/listening/verdicts.ts';
import type { Note } from '../../../shared/domain/listening/verdict.ts';
import type { FakeState } from './fake-state.ts';
import { takesOf } from './fake-views.ts';
import { type Os, refuse } from './refuse.ts';

export const NO_NOTE: Note = { note: '', tags: [] };

export function makeOpinions() {
  return {
    verdicts: new Map<string, VerdictView[]>(),
    tests: new Map<string, BlindTestView>(),
    notes: new Map<string, Note>(),
    listener: '',
  };
}

export function verdictHandlers(os: Os, fake: FakeState) {
  const { verdicts: group } = os;
  const { opinions } = fake;
  const ofJob = (jobId: string): OpinionsView => ({
    verdicts: opinions.verdicts.get(jobId) ?? [],
    tests: [...opinions.tests.values()].filter(({ finishedAt }) => finishedAt !== null).toReversed(),
    note: opinions.notes.get(jobId) ?? NO_NOTE,
    listener: opinions.listener,
  });
  /** As the newest verdict says, on the job's row. */
  const showKept = (jobId: string): void => {
    const kept = opinions.verdicts.get(jobId)?.find(({ kind }) => kind === 'keep')?.take;
    fake.update([jobId], (job) => ({
      ...job,
      generations: job.generations.map((one) => ({ ...one, kept: kept === `result:${one.id}` })),
    }));
  };
  const labelOf = (jobId: string, take: string): string => {
    const job = fake.jobs.get(jobId);
    const found = job === undefined ? undefined : takesOf(job).find(({ id }) => id === take);
    if (found === undefined) throw refuse('notFound');
    return found.label;
  };
  return {
    ofJob: group.ofJob.handler(({ input }) => ofJob(input.jobId)),
    give: group.give.handler(({ input: { jobId, kind, take, over, listener } }) => {
      const known = opinions.verdicts.get(jobId) ?? [];
      const verdict = {
        ...{ id: known.length + 1, at: fake.options.now(), kind, take, over, listener },
        takeLabel: labelOf(jobId, take),
        overLabel: over === null ? null : labelOf(jobId, over),
      };
      opinions.verdicts.set(jobId, [verdict, ...known]);
      opinions.listener = listener;
      showKept(jobId);
      return ofJob(jobId);
    }),
    keepOutput: group.keepOutput.handler(({ input: { jobId, listener, others, take } }) => {
      const known = opinions.verdicts.get(jobId) ?? [];
      const label = labelOf(jobId, take);
      const verdict = { id: known.length + 1, at: fake.options.now(), kind: 'keep' as const, take, takeLabel: label };
      opinions.verdicts.set(jobId, [{ ...verdict, over: null, overLabel: null, listener }, ...known]);
      const isKept = (id: string) => take === `result:${id}`;
      let setAside = 0;
      const delivered = fake.jobs.get(jobId)?.generations.some(({ exportedPath }) => exportedPath !== null) ?? false;
      fake.update([jobId], (job) => ({
        ...job,
        generations: job.generations.map((one) => {
          if (isKept(one.id)) return { ...one, exportedPath: delivered ? `/out/${job.name}` : null };
          if (others === 'leave' || one.exportedPath === null) return one;
          setAside += 1;
          return { ...one, exportedPath: null };
        }),
      }));
      showKept(jobId);
      const path = delivered ? `/out/${fake.jobs.get(jobId)?.name}` : null;
      return { opinions: ofJob(jobId), path, also: null, alsoProblem: null, setAside, left: 0, problem: null };
    }),
    withdraw: group.withdraw.handler(({ input: { jobId, id } }) => {
      const left = (opinions.verdicts.get(jobId) ?? []).filter((verdict) => verdict.id !== id);
      opinions.verdicts.set(jobId, left);
      showKept(jobId);
      return ofJob(jobId);
    }),
    setNote: group.setNote.handler(({ input: { jobId, note, tags } }) => {
      opinions.notes.set(jobId, { note, tags });
      return ofJob(jobId);
    }),
    setTag: group.setTag.handler(({ input: { isOn, jobIds, tag } }) => {
      const changed = jobIds.filter((id) => (opinions.notes.get(id) ?? NO_NOTE).tags.includes(tag) !== isOn);
      for (const id of changed) {
        const { note, tags } = opinions.notes.get(id) ?? NO_NOTE;
        opinions.notes.set(id, { note, tags: isOn ? [...tags, tag] : tags.filter((other) => other !== tag) });
      }
      return { jobIds: changed };
    }),
    startTest: group.startTest.handler(({ input }) => {
      const test: BlindTestView = {
        ...input,
        id: `test-${opinions.tests.size + 1}`,
        recording: fake.jobs.get(input.jobId)?.name ?? '',
        firstLabel: labelOf(input.jobId, input.first),
        secondLabel: labelOf(input.jobId, input.second),
        answers: [],
        startedAt: fake.options.now(),
        finishedAt: null,
      };
      opinions.tests.set(test.id, test);
      opinions.listener = input.listener;
      return test;
    }),
    answer: group.answer.handler(({ input: { testId, trial, side } }) => {
      const test = opinions.tests.get(testId);
      if (test === undefined) throw refuse('notFound');
      if (test.answers[trial]?.side === side) return test;
      if (trial !== test.answers.length || trial >= test.trials) throw refuse('notPossibleNow');
      const answers = [...test.answers, { side, at: fake.options.now() }];
      const finishedAt = answers.length === test.trials ? fake.options.now() : null;
      const answered = { ...test, answers, finishedAt };
      opinions.tests.set(testId, answered);
      return answered;
    }),
  };
}
