/** The reading thread: has its own connection to the store, which cannot write, and keeps the search index. */

import { parentPort, workerData } from 'node:worker_threads';
import { CleartakeError, toErrorRecord } from '../../../shared/domain/errors.ts';
import { isDamage } from '../../platform/sqlite.ts';
import { createHistoryIndex } from '../store/history-index/history-index.ts';
import { openStoreForReading } from '../store/open-store.ts';
import type { HistoryMark } from '../store/tables/history.ts';
import { HISTORY } from '../strings.ts';
import type { FromReadingThread, ReadingStart, ToReadingThread } from './answers.ts';
import { type Answers, createAnswers } from './answers.ts';

const port = parentPort;
if (port === null) throw new Error('This is a thread of the desk');
const { database } = workerData as ReadingStart;
const send = (message: FromReadingThread) => port.postMessage(message);
const unmarked: (() => void)[] = [];
let now = 0;
let reading: { readonly answers: Answers; close(): void } | null = null;

function opened(): Answers {
  if (reading !== null) return reading.answers;
  const store = openStoreForReading(database);
  const index = createHistoryIndex(store, database, () => now, unmark);
  const close = () => {
    index.close();
    store.close();
  };
  reading = { answers: createAnswers(store, index), close };
  return reading.answers;
}

/** Only the desk writes to the store. */
function unmark(marks: readonly HistoryMark[] | 'all'): Promise<void> {
  send({ kind: 'written', marks });
  return new Promise((resolve) => void unmarked.push(resolve));
}

async function answer({ input, name }: Extract<ToReadingThread, { kind: 'question' }>): Promise<void> {
  try {
    const give = opened()[name] as (input: unknown) => unknown;
    send({ kind: 'answer', answer: await give(input) });
  } catch (cause) {
    const thrown = isDamage(cause) ? new CleartakeError('databaseFailed', { cause, parts: HISTORY.damaged }) : cause;
    send({ kind: 'failed', error: toErrorRecord(thrown) });
  }
}

port.on('message', (message: ToReadingThread) => {
  switch (message.kind) {
    case 'question':
      now = message.now;
      void answer(message);
      return;
    case 'unmarked':
      unmarked.shift()?.();
      return;
    case 'close':
      reading?.close();
      port.close();
  }
});
