import { expect, test } from 'vitest';
import { ERROR_CODES, ERROR_MESSAGES } from '../../../shared/domain/error-messages/table.ts';
import {
  asFinal,
  CleartakeError,
  fromErrorRecord,
  inTerminal,
  messageOf,
  textOf,
  toErrorRecord,
} from '../../../shared/domain/errors.ts';

test.each(ERROR_CODES)('%s says what happened and is a whole sentence', (code) => {
  const { message, retryable, final } = ERROR_MESSAGES[code];
  const record = toErrorRecord(new CleartakeError(code));
  const sentence = record.userMessage;
  expect(sentence).toMatch(/^[A-Z].*\.$/);
  expect(sentence).not.toMatch(/error|invalid|illegal|please|\bnull\b/i);
  // One that Cleartake retries by itself says something else once it has stopped.
  if (retryable) expect(asFinal(record).userMessage).not.toBe(sentence);
  const promises = /tries again|retries automatically|continues? automatically|keeps checking/;
  expect(asFinal(record).userMessage).not.toMatch(promises);
  for (const one of [message, final ?? message]) {
    const next = typeof one.next === 'string' ? [one.next] : Object.values(one.next ?? {});
    // Each part is one sentence.
    for (const part of [one.what, ...(one.safe === undefined ? [] : [one.safe]), ...next])
      expect(part).toMatch(/^[A-Z`].*[^.]\.$/);
    for (const part of [one.what, one.safe ?? '', ...next]) expect(part).not.toMatch(/[.!?] [A-Z]/);
    // Only what nobody can do anything about has no next step.
    if (!['notFound', 'notPossibleNow', 'cancelled'].includes(code)) expect(next.length).toBeGreaterThan(0);
  }
});

test('the parts of a message say the same in every process and in the store', () => {
  const parts = {
    what: 'The recorder is off.',
    safe: 'Nothing was sent.',
    next: { desk: 'Turn it on, then retry.', terminal: 'Turn it on.' },
  };
  const record = structuredClone(toErrorRecord(new CleartakeError('keyMissing', { parts })));
  expect(record.userMessage).toBe('The recorder is off. Nothing was sent. Turn it on, then retry.');
  expect(inTerminal(record)).toBe('The recorder is off. Nothing was sent. Turn it on.');
  expect(asFinal(record)).toEqual(record);
  expect(toErrorRecord(fromErrorRecord(record))).toEqual(record);
});

test('a record without parts finds its code’s message again, the final one too', () => {
  const record = toErrorRecord(new CleartakeError('serviceBusy'));
  expect(record.parts).toBeUndefined();
  expect(messageOf(record)).toBe(ERROR_MESSAGES.serviceBusy.message);
  expect(messageOf(asFinal(record))).toBe(ERROR_MESSAGES.serviceBusy.final);
  expect(inTerminal(asFinal(record))).toContain('cleartake resume --failed');
});

test('what an earlier version wrote is shown as it was written', () => {
  const userMessage = 'The file is empty. Copy it from its recorder again.';
  const old = { code: 'mediaEmpty', userMessage, retryable: false } as const;
  expect(textOf(messageOf(old), 'desk')).toBe(old.userMessage);
  expect(inTerminal(old)).toBe(old.userMessage);
  expect(fromErrorRecord(old).userMessage).toBe(old.userMessage);
});

test('an error crosses a process boundary whole', () => {
  const details = { detail: '429', retryAfterMs: 2000 };
  const error = new CleartakeError('serviceBusy', details);
  const copy = fromErrorRecord(structuredClone(toErrorRecord(error)));
  expect(copy).toMatchObject({ ...details, code: 'serviceBusy', retryable: true, userMessage: error.userMessage });
});

test('what is not ours is unexpected, and keeps what it was', () => {
  expect(toErrorRecord(new RangeError('off'))).toMatchObject({ code: 'unexpected', detail: 'RangeError: off' });
});
