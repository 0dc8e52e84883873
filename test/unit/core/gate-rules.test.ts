import { expect, test } from 'vitest';
import {
  gateStatus,
  hasPassed,
  isClosed,
  NEW_TRIAL,
  opensForKey,
  startsOf,
  suspendEvents,
  unparkBy,
} from '../../../electron/core/queue/billing-gate/gate-rules.ts';
import { CleartakeError, type ErrorCode, toErrorRecord } from '../../../shared/domain/errors.ts';

const reason = (code: ErrorCode) => toErrorRecord(new CleartakeError(code));
const trialOf = (jobId: string | null) => ({ jobId, startsBefore: '' });

test.each([
  ['a connection that was never parked', null, undefined, 'open', false],
  ['a parked one', reason('paymentFailed'), undefined, 'parked', true],
  ['one that was parked again during its trial', reason('paymentFailed'), trialOf('a'), 'parked', true],
  ['one whose trial has not begun', null, trialOf(null), 'trial-due', false],
  ['one whose trial is at work', null, trialOf('a'), 'on-trial', true],
] as const)('%s: its status, and whether it is closed', (_name, parked, trial, status, closed) => {
  expect(gateStatus(parked, trial)).toBe(status);
  expect(isClosed(status)).toBe(closed);
});

test('a trial has passed when its job has a generation on the service that it did not have before', () => {
  const before = startsOf([{ remoteId: 'g1' }, { remoteId: null }]);
  const trial = { jobId: 'a', startsBefore: before };
  expect(hasPassed(trial, before)).toBe(false);
  expect(hasPassed(trial, startsOf([{ remoteId: 'g1' }, { remoteId: 'g2' }]))).toBe(true);
  expect(hasPassed(NEW_TRIAL, 'g1')).toBe(false);
});

test.each([
  ['paymentFailed', true, 'trial'],
  ['paymentFailed', false, 'trial'],
  ['keyMissing', true, 'key-check'],
  ['keyRefused', true, 'key-check'],
  ['keyRefused', false, 'release'],
  [null, true, 'trial'],
] as const)('a connection held for %s (patient: %s) is let go by %s', (code, patient, expected) => {
  expect(unparkBy(code === null ? null : reason(code), patient)).toBe(expected);
});

test('a working key opens a connection unless billing refused meanwhile', () => {
  expect(opensForKey(null)).toBe(true);
  expect(opensForKey(reason('keyRefused'))).toBe(true);
  expect(opensForKey(reason('spendLimitExceeded'))).toBe(false);
});

test('an idle job is held for the reason of its connection, and a wait for another reason is ended first', () => {
  const billing = reason('paymentFailed');
  const wait = { kind: 'wait', until: null, reason: billing };
  expect(suspendEvents({ kind: 'queued' }, billing)).toEqual([wait]);
  const waiting = { kind: 'waiting', from: 'uploading', until: 5, reason: reason('serviceBusy') } as const;
  expect(suspendEvents(waiting, billing)).toEqual([{ kind: 'resume' }, wait]);
});
