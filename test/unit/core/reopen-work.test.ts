import { expect, test } from 'vitest';
import { mayBeStartedSince, stateAtListing } from '../../../electron/core/recovery/rebuild/reopen-work.ts';
import { CleartakeError, toErrorRecord } from '../../../shared/domain/errors.ts';

const error = toErrorRecord(new CleartakeError('generationFailed'));

test('a job whose generation may have been started goes to its listing in the hands it was in', () => {
  expect(stateAtListing({ kind: 'queued' })).toEqual({ kind: 'generating' });
  expect(stateAtListing({ kind: 'failed', error, retryFrom: 'queued' })).toEqual({ kind: 'generating' });
  expect(stateAtListing({ kind: 'paused', from: 'uploading' })).toEqual({ kind: 'paused', from: 'generating' });
  expect(stateAtListing({ kind: 'cancelling', from: 'queued' })).toEqual({ kind: 'cancelled', from: 'generating' });
  const asked = { kind: 'needs-you', question: 'was-it-started' } as const;
  expect(stateAtListing(asked)).toBe(asked);
});

test('what has a result was not started since', () => {
  expect(mayBeStartedSince({ kind: 'ready' })).toBe(true);
  expect(mayBeStartedSince({ kind: 'failed', remoteId: 'g', error })).toBe(true);
  expect(mayBeStartedSince({ kind: 'processing', remoteId: 'g' })).toBe(true);
  expect(mayBeStartedSince({ kind: 'stored', remoteId: 'g' })).toBe(false);
});
