import { expect, test } from 'vitest';
import {
  drawnState,
  generationWords,
  isPausedByQueue,
  stateWords,
} from '../../../renderer/components/jobs/job-words.ts';
import { addableModels } from '../../../renderer/components/jobs/results.ts';
import { removalWords } from '../../../renderer/features/desk/actions/remove-jobs.tsx';
import { nextStep, possibleActions } from '../../../renderer/features/desk/actions/row-actions.ts';
import { amountOf, isEntryReused } from '../../../renderer/features/history/list/history-words.ts';
import { isBegun, isOpenToChange } from '../../../renderer/state/job-group.ts';
import { costOf, expectedCosts, isCostOpen, shownCost } from '../../../renderer/state/rows/job-cost.ts';
import type { GenerationView, JobView } from '../../../shared/contract/views.ts';
import { DEFAULT_BATCH_PRESET } from '../../../shared/domain/batch/batch-preset.ts';
import { ERROR_CODES, type ErrorCode } from '../../../shared/domain/error-messages/table.ts';
import { errorOf, makeGeneration, makeJob } from '../../harness/fake-desk/fake-jobs.ts';
import { STUDIO } from '../../harness/fake-desk/scenes.ts';

function job(part: Partial<JobView>): JobView {
  return makeJob(1, { name: 'a.wav', started: true, ...part }, 0);
}

function failed(code: ErrorCode): JobView {
  return job({ state: { kind: 'failed', error: errorOf(code), retryFrom: 'preparing' } });
}

const stepOf = (...of: Parameters<typeof nextStep>) => nextStep(...of)?.id ?? null;
const actionsOf = (one: JobView) => possibleActions(one).map(({ id }) => id);

const stored: GenerationView = { ...makeGeneration('job-1', 'service-2'), state: 'stored', amount: 300 };

test('every failure offers a next step', () => {
  for (const code of ERROR_CODES) expect(stepOf(failed(code)), code).not.toBeNull();
  expect(stepOf(failed('mediaTruncated'))).toBe('repair');
  expect(stepOf(failed('mediaNotRecognized'))).toBe('remove');
  expect(stepOf(failed('keyMissing'))).toBe('retry');
  expect(stepOf(failed('sourceMissing'))).toBe('find-source');
  expect(actionsOf(failed('sourceMissing'))).toContain('retry');
});

test('a job that waits for a key asks for it, and can’t be retried without one', () => {
  const waiting = (code: ErrorCode) =>
    job({ state: { kind: 'waiting', from: 'uploading', until: null, reason: errorOf(code) } });
  expect(stepOf(waiting('keyMissing'))).toBe('enter-key');
  expect(actionsOf(waiting('keyMissing'))).not.toContain('try-now');
  expect(stepOf(waiting('keyRefused'))).toBe('enter-key');
  expect(actionsOf(waiting('keyRefused'))).toContain('try-now');
  expect(stepOf(waiting('paymentFailed'))).toBe('try-now');
});

test('a bad copy in the library can’t be retried, only removed', () => {
  const bad = ['mediaEmpty', 'mediaNotRecognized', 'mediaNoSound', 'mediaSilent', 'mediaDamaged'] as const;
  for (const code of bad) expect(stepOf(failed(code), true), code).toBe('remove');
  expect(stepOf(failed('mediaTruncated'), true)).toBe('repair');
  expect(stepOf(failed('mediaEmpty'))).toBe('retry');
  expect(stepOf(failed('diskFull'), true)).toBe('retry');
});

test('where a sentence says Retry, the button of the row does, unless something better is offered', () => {
  const better: readonly string[] = ['choose-folder', 'connections', 'find-source', 'repair'];
  for (const code of ERROR_CODES) {
    const one = failed(code);
    if (one.state.kind !== 'failed' || !/\bretry\b/i.test(one.state.error.userMessage)) continue;
    for (const copies of [false, true]) expect(['retry', ...better], code).toContain(stepOf(one, copies));
  }
  expect(stepOf(failed('sourceChanged'), true)).toBe('retry');
});

test('what can’t be saved where it should go is saved elsewhere', () => {
  const saving = (code: ErrorCode) => job({ state: { kind: 'failed', error: errorOf(code), retryFrom: 'exporting' } });
  for (const code of ['outputUnwritable', 'diskReadOnly', 'placeSilent', 'nameTooLong'] as const)
    expect(stepOf(saving(code)), code).toBe('choose-folder');
  const waiting = job({
    state: { kind: 'waiting', from: 'exporting', until: 1, reason: errorOf('placeSilent') },
    generations: [stored],
  });
  expect(stepOf(waiting)).toBe('choose-folder');
  expect(isOpenToChange(waiting)).toBe(true);
  expect(isOpenToChange(saving('outputUnwritable'))).toBe(true);
  // Nothing is here yet, and the source may be what doesn’t answer.
  expect(stepOf(failed('placeSilent'))).toBe('retry');
});

test('the removal dialog says what is kept', () => {
  const done = job({ state: { kind: 'done' }, generations: [stored] });
  expect(removalWords([done, done])).toBe(
    'Finished results and their cost stay in History. Your original files aren’t touched.',
  );
  expect(removalWords([done, job({})])).toMatch(
    /^Finished results and their cost stay .* One of them hasn’t been restored yet\./,
  );
  expect(removalWords([job({})])).toMatch(/^It hasn’t been restored yet\. To restore it later, add it again\./);
});

test('work that the service may have started is recognized', () => {
  const generation = makeGeneration('job-1', 'service-2');
  expect(isBegun(job({ generations: [generation] }))).toBe(false);
  expect(isBegun(job({ generations: [{ ...generation, state: 'unknown' }] }))).toBe(true);
  expect(isBegun(job({ generations: [{ ...generation, state: 'processing' }] }))).toBe(true);
  expect(isBegun(job({ generations: [stored] }))).toBe(false);
});

test('while everything is paused, jobs say so, and what a service finishes too', () => {
  const word = (part: Partial<JobView>): string => {
    const one = job(part);
    return stateWords(one, isPausedByQueue(one, { paused: true })).word;
  };
  expect(word({})).toBe('Paused');
  expect(word({ started: false })).toBe('Ready');
  expect(word({ state: { kind: 'generating' } })).toBe('Paused');
  expect(word({ state: { kind: 'generating' }, finishing: true })).toBe('Finishing what is running');
  expect(isPausedByQueue(job({}), { paused: false })).toBe(false);
});

test('the next step is always a possible action', () => {
  const states: JobView['state'][] = [
    { kind: 'queued' },
    { kind: 'generating' },
    { kind: 'done' },
    { kind: 'waiting', from: 'uploading', until: null, reason: errorOf('serviceBusy') },
    { kind: 'paused', from: 'queued' },
    { kind: 'cancelling', from: 'queued' },
    { kind: 'cancelled', from: 'queued' },
    { kind: 'needs-you', question: 'was-it-started' },
  ];
  const jobs = [...states.map((state) => job({ state, generations: [stored] })), ...ERROR_CODES.map(failed)];
  for (const one of jobs) {
    const step = stepOf(one);
    if (step !== null) expect(actionsOf(one), one.state.kind).toContain(step);
  }
});

test('running jobs can’t be removed, and jobs that aren’t started can’t be paused', () => {
  expect(actionsOf(job({ state: { kind: 'generating' } }))).not.toContain('remove');
  const waiting = actionsOf(job({ started: false }));
  expect(waiting).toContain('remove');
  expect(waiting).toContain('start');
  expect(waiting).not.toContain('pause');
  expect(waiting).not.toContain('cancel');
});

test('models can be added only to finished jobs', () => {
  expect(addableModels(job({ state: { kind: 'done' }, generations: [stored] }))).toEqual(['service-3.5']);
  expect(addableModels(job({ state: { kind: 'generating' }, generations: [stored] }))).toEqual([]);
  expect(addableModels(failed('mediaEmpty'))).toEqual([]);
});

test('a generation shows the service’s name of its stage', () => {
  const stages = [
    { name: 'analyzing', status: 'complete', progress: 1 },
    { name: 'restoring', status: 'processing', progress: 0.4 },
  ];
  const working = { ...makeGeneration('job-1', 'service-2'), state: 'processing', progress: 0.315, stages } as const;
  const words = { word: 'restoring', figure: '31 %', fraction: 0.315 };
  expect(generationWords({ ...working, stages: [...stages] })).toEqual(words);
});

test('a status that only the service knows is shown as it says it, in one line, unless it names a stage', () => {
  const working = { ...makeGeneration('job-1', 'service-2'), state: 'processing', progress: 0.5 } as const;
  const wordOf = (remoteStatus: string) => generationWords({ ...working, stages: [], remoteStatus }).word;
  expect(['warming\n up\u001b', 'processing', 'complete', 'x'.repeat(100)].map(wordOf)).toEqual([
    'warming up',
    'processing',
    'processing',
    'x'.repeat(60),
  ]);
});

test('a state has an icon and a word, never a color alone', () => {
  expect(stateWords(job({ started: false })).word).toBe('Ready');
  expect(stateWords(failed('mediaEmpty'))).toEqual({ icon: 'alert', word: 'Failed', tone: 'bad' });
  // History draws it alike, also what only another version knows.
  expect(drawnState('failed')).toEqual({ icon: 'alert', tone: 'bad' });
  expect(drawnState('levitating')).toEqual({ icon: 'circle', tone: 'quiet' });
});

test('the cost adds charges, holds and what will be started; unknown if one price is', () => {
  const other: GenerationView = { ...stored, amount: 900, state: 'processing' };
  const cost = (...generations: GenerationView[]) => costOf(job({ generations }));
  const ended = (...generations: GenerationView[]) => costOf(job({ generations, state: { kind: 'done' } }));
  expect(cost(stored, other)).toBe(1200);
  expect(cost(stored, { ...other, state: 'ready' })).toBe(1200);
  expect(ended(stored, { ...other, state: 'ready' })).toBe(300);
  expect(cost({ ...other, amount: null, state: 'ready' })).toBe('measuring');
  expect(cost({ ...other, amount: null, billableSeconds: 60, state: 'ready' })).toBe('unknown');
  expect(cost({ ...other, amount: null }, stored)).toBe('unknown');
  expect(ended({ ...other, state: 'ready' }, { ...other, state: 'failed' })).toBeNull();
  expect(cost({ ...other, state: 'failed', charged: true })).toBe(900);
  expect(cost()).toBeNull();
  // What waits for room under a cap isn't counted beside what was charged: nobody knows whether it will be.
  const reason = errorOf('costCapReached');
  const capped = job({
    state: { kind: 'waiting', from: 'ready', until: null, reason },
    generations: [
      { ...stored, charged: true },
      { ...other, state: 'ready' },
    ],
  });
  expect([costOf(capped), isCostOpen(capped)]).toEqual([300, false]);
});

test('before Start a row costs what the quote says of it: own models, own connection, the minimum, earlier results', () => {
  const pricing = { preset: DEFAULT_BATCH_PRESET, connections: [STUDIO], reused: new Map() };
  const waiting = (part: Partial<JobView> = {}) => job({ started: false, connectionId: STUDIO.id, ...part });
  const cost = (part: Partial<JobView> = {}, more = {}) => shownCost(waiting(part), { ...pricing, ...more });
  expect(cost({ countedSeconds: 100 })).toBe(100 * 300);
  expect(cost({ countedSeconds: 5 })).toBe(60 * 300);
  // A header is no promise, and a price that is missing stays so.
  expect(cost({ durationSeconds: 100, countedSeconds: null })).toBe('measuring');
  expect(cost({ countedSeconds: 100, own: { models: ['service-2', 'service-3.5'] } })).toBe('unknown');
  expect(cost({ countedSeconds: 100 }, { reused: new Map([['job-1', ['service-2']]]) })).toBe(0);
  const free = { ...STUDIO, prices: { 'service-2': 0, 'service-3.5': 0 } };
  expect(cost({}, { connections: [free] })).toBe(0);
  expect(cost({ countedSeconds: 100, state: failed('mediaEmpty').state })).toBeNull();
  expect(expectedCosts(waiting({ countedSeconds: 100 }), pricing)).toEqual([{ model: 'service-2', cost: 30_000 }]);
});

test('the history distinguishes reused, unpaid and unpriced results', () => {
  const unexported = { exportedPath: null, alsoPath: null, exportFigures: null };
  const one = { ...unexported, model: 'service-2' as const, generationId: 'g', billableSeconds: 60, state: 'stored' };
  const paid = { ...one, amount: 300, charged: true, reused: false };
  const reused = { ...one, amount: 0, charged: false, reused: true };
  expect(amountOf({ generations: [paid, reused] })).toBe(300);
  expect(amountOf({ generations: [{ ...paid, amount: null }] })).toBe('unknown');
  expect(amountOf({ generations: [{ ...paid, amount: null, charged: false, state: 'failed' }] })).toBeNull();
  expect([reused, paid].map((each) => isEntryReused({ generations: [each], state: 'done' }))).toEqual([true, false]);
});
