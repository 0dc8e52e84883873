import { expect, test } from 'vitest';
import type { CloseAnswer } from '../../../../electron/core/ports.ts';
import { createClosing } from '../../../../electron/core/queue/attention/attention.ts';
import { changePreferences, readPreferences } from '../../../../electron/core/store/tables/preferences.ts';
import { openJobStore } from '../../../harness/store/job-store.ts';

function openClosing(answers: { answer: CloseAnswer; remember: boolean }[]) {
  const { store } = openJobStore(0);
  let asked = 0;
  const closing = createClosing(store, {
    question: async () => {
      asked += 1;
      return answers.shift() ?? { answer: 'stay', remember: false };
    },
  });
  return { closing, store, asked: () => asked };
}

test('the answer that is to be remembered is not asked for again', async () => {
  const { asked, closing, store } = openClosing([{ answer: 'keep-working', remember: true }]);
  expect(await closing()).toBe('keep-working');
  expect(await closing()).toBe('keep-working');
  expect(asked()).toBe(1);
  expect(readPreferences(store).whenClosed).toBe('keep-working');
});

test('Cancel is never remembered, and an answer without the tick holds once', async () => {
  const { asked, closing, store } = openClosing([
    { answer: 'stay', remember: true },
    { answer: 'quit', remember: false },
  ]);
  changePreferences(store, { uploadLimit: 1_000_000 });
  expect([await closing(), await closing(), await closing()]).toEqual(['stay', 'quit', 'stay']);
  expect(asked()).toBe(3);
  expect(readPreferences(store)).toMatchObject({ whenClosed: 'ask', uploadLimit: 1_000_000 });
});

test('a second close while the question is open asks no second one', async () => {
  const { asked, closing } = openClosing([{ answer: 'quit', remember: false }]);
  expect(await Promise.all([closing(), closing()])).toEqual(['quit', 'quit']);
  expect(asked()).toBe(1);
});
