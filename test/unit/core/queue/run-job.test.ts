import { expect, test } from 'vitest';
import { applyStep, stepAfter } from '../../../../electron/core/queue/run-job.ts';
import type { StepAfterFailure } from '../../../../electron/core/queue/stages/next-step.ts';
import { CleartakeError, toErrorRecord } from '../../../../shared/domain/errors.ts';
import type { JobEvent } from '../../../../shared/domain/job-state.ts';

const NOW = 1_000_000;
const CIRCUMSTANCES = { tries: 0, baseMs: 1000, random: 0.5, patient: false };
const job = { id: 'job', connectionId: 'connection' } as Parameters<typeof applyStep>[1];

/** Applies a step to a job of which only what is written is kept, in order. */
function written(step: StepAfterFailure, changes = {}) {
  const log: unknown[] = [];
  const inside = (kind: string) => (work: () => unknown) => {
    log.push(kind);
    work();
    log.push('committed');
  };
  const context = {
    ports: { clock: { now: () => NOW }, pass: (point: string) => log.push({ passed: point }) },
    connections: { park: (id: string, reason: unknown) => log.push({ parked: id, reason }) },
    store: {
      progress: inside('progress'),
      transaction: inside('transaction'),
      jobs: { update: (_: string, changed: unknown) => log.push({ changed }) },
    },
    transitions: { job: (_: string, event: JobEvent) => log.push(event) },
  };
  applyStep(context as never, job, step, changes);
  return log;
}

test('a stage is entered with its changes in one transaction, and the checkpoint is passed once they are committed', () => {
  const step = {
    kind: 'enter',
    stage: 'ready',
    changes: { uploadAddress: null },
    checkpoint: 'upload:recorded',
  } as const;
  expect(written(step, { tries: 0 })).toEqual([
    'progress',
    { changed: { tries: 0, uploadAddress: null } },
    { kind: 'enter', stage: 'ready' },
    'committed',
    { passed: 'upload:recorded' },
  ]);
});

test.each([
  [{ kind: 'finish' }, 'progress', { kind: 'finish' }],
  [{ kind: 'ask', question: 'was-it-started' }, 'transaction', { kind: 'ask', question: 'was-it-started' }],
] as const)('%o leaves no other trace', (step, kind, event) => {
  expect(written(step)).toEqual([kind, event, 'committed']);
});

test('a wait ends at a moment of the clock, and is durable', () => {
  const reason = toErrorRecord(new CleartakeError('slowToFinish'));
  expect(written({ kind: 'wait', milliseconds: 500, reason })).toEqual([
    'transaction',
    { kind: 'wait', until: NOW + 500, reason },
    'committed',
  ]);
});

test('a parked connection and the wait of its job are one transaction, without an end', () => {
  const reason = toErrorRecord(new CleartakeError('paymentFailed'));
  expect(written({ kind: 'park', reason })).toEqual([
    'transaction',
    { parked: 'connection', reason },
    { kind: 'wait', until: null, reason },
    'committed',
  ]);
});

test('what a failure leads to is one step: wait and repeat, park the connection, or fail', () => {
  const busy = new CleartakeError('serviceBusy', { retryAfterMs: 3000 });
  const wait = { kind: 'wait', milliseconds: 3500, reason: { code: 'serviceBusy' } };
  expect(stepAfter(busy, 'generating', CIRCUMSTANCES)).toMatchObject(wait);
  const park = { kind: 'park', reason: { code: 'spendLimitExceeded' } };
  expect(stepAfter(new CleartakeError('spendLimitExceeded'), 'generating', CIRCUMSTANCES)).toMatchObject(park);
  const fail = { kind: 'fail', retryFrom: 'uploading', error: { code: 'uploadRefused' } };
  const late = { ...CIRCUMSTANCES, tries: 7 };
  expect(stepAfter(new CleartakeError('uploadRefused'), 'generating', late)).toMatchObject(fail);
});

test('no row keeps what looks like a secret', () => {
  const error = new CleartakeError('serviceFailed', {
    detail: 'Authorization: Bearer sk_live_0123456789abcdef0123456789',
  });
  const step = stepAfter(error, 'uploading', CIRCUMSTANCES);
  expect(JSON.stringify(step)).not.toContain('0123456789abcdef');
});
