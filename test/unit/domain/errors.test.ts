import { expect, test } from 'vitest';
import { ERROR_CODES, ERROR_MESSAGES, finalSentence } from '../../../shared/domain/error-messages.ts';
import { CleartakeError, fromErrorRecord, toErrorRecord } from '../../../shared/domain/errors.ts';

test.each(ERROR_CODES)('%s says what happened and is a whole sentence', (code) => {
  const { sentence, retryable } = ERROR_MESSAGES[code];
  expect(sentence).toMatch(/^[A-Z].*\.$/);
  expect(sentence).not.toMatch(/error|invalid|illegal|please|\bnull\b/i);
  // One that is tried again by itself says something else once it is not.
  if (retryable) expect(finalSentence(code, sentence)).not.toBe(sentence);
  expect(finalSentence(code, sentence)).not.toMatch(/tries again|goes on by itself/);
});

test('an error crosses a process boundary whole', () => {
  const error = new CleartakeError('serviceBusy', { detail: '429', retryAfterMs: 2000 });
  const copy = fromErrorRecord(structuredClone(toErrorRecord(error)));
  expect(copy).toMatchObject({
    code: 'serviceBusy',
    retryable: true,
    detail: '429',
    retryAfterMs: 2000,
    userMessage: error.userMessage,
  });
});

test('what is not ours is unexpected, and keeps what it was', () => {
  expect(toErrorRecord(new RangeError('off'))).toMatchObject({ code: 'unexpected', detail: 'RangeError: off' });
});
