import { expect, test } from 'vitest';
import { decide, type FinishedFile } from '../../../../electron/core/features/watch-folders/files/decide.ts';
import { CleartakeError, type ErrorCode, toErrorRecord } from '../../../../shared/domain/errors.ts';
import type { JobState } from '../../../../shared/domain/job-state.ts';

const DONE: JobState = { kind: 'done' };
const OPEN: JobState = { kind: 'uploading' };
const failed = (code: ErrorCode): JobState => ({
  kind: 'failed',
  error: toErrorRecord(new CleartakeError(code)),
  retryFrom: 'preparing',
});

const NEW: FinishedFile = { sameContent: null, samePath: null, isResult: false };
const same = (state: JobState | null, isThere: boolean, isSamePath = false): FinishedFile => ({
  ...NEW,
  sameContent: { jobId: state === null ? null : 'j', state, isThere, isSamePath },
});
const changed = (state: JobState | null): FinishedFile => ({
  ...NEW,
  samePath: { jobId: state === null ? null : 'j', state, isThere: false },
});

test.each<[string, FinishedFile, string]>([
  ['a new file', NEW, 'add'],
  ['a result of ours, renamed', { ...NEW, isResult: true }, 'own-result'],
  ['a copy, its first one restored', same(DONE, true), 'same-content'],
  ['a copy, its first one at work', same(OPEN, true), 'same-content'],
  ['a copy, its first one damaged', same(failed('mediaDamaged'), true), 'same-content'],
  ['a restored recording, renamed', same(DONE, false), 'same-content'],
  ['a recording that was cancelled, renamed', same({ kind: 'cancelled', from: 'uploading' }, false), 'same-content'],
  ['a recording that the service refused, renamed', same(failed('uploadRefused'), false), 'same-content'],
  ['a recording at work, renamed', same(OPEN, false), 'wait'],
  ['a recording that was not found, renamed', same(failed('sourceMissing'), false), 'retry'],
  ['the same file with another date', same(DONE, false, true), 'same-content'],
  ['the same file at work with another date', same(OPEN, false, true), 'same-content'],
  ['the same file after it changed while it was read', same(failed('sourceChanged'), false, true), 'retry'],
  ['a copy of what was removed from the queue', same(null, false), 'same-content'],
  ['a new version of a restored recording', changed(DONE), 'add'],
  ['a new version while the old one is at work', changed(OPEN), 'wait'],
  ['the rest of a copy that ended early', changed(failed('mediaTruncated')), 'retry'],
  ['a new version of what the service refused', changed(failed('uploadRefused')), 'add'],
  ['a new version of what was removed from the queue', changed(null), 'add'],
])('%s: %#', (_, file, kind) => {
  expect(decide(file).kind).toBe(kind);
});

test('only a renamed file moves the recording of its job', () => {
  expect(decide(same(OPEN, false))).toMatchObject({ moves: true });
  expect(decide(changed(OPEN))).toMatchObject({ moves: false });
});
