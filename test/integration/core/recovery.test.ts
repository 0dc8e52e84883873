import { expect, test } from 'vitest';
import { stateAtListing } from '../../../electron/core/recovery/reopen-rules.ts';

test('a paused job whose generation may have been started stays paused, before its listing', () => {
  expect(stateAtListing({ kind: 'paused', from: 'uploading' })).toEqual({ kind: 'paused', from: 'generating' });
});
