/**
 * The desk's side of the reading thread, in which long reads leave the desk free. It starts with the first question, and starts again when
 * it has died.
 */

import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { CleartakeError, fromErrorRecord } from '../../../shared/domain/errors.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { Reader } from '../calls/reader.ts';
import type { Store } from '../store/open-store.ts';
import type { Answers, FromReadingThread, ReadingStart, ToReadingThread } from './answers.ts';

/** Next to this file, or next to the bundle that contains it. */
const THREAD = path.join(
  import.meta.dirname,
  import.meta.filename.endsWith('.ts') ? 'reading-thread.ts' : 'reading.js',
);
/** A thread that dies over a question is started once more for it. */
const MOST_TRIES = 2;

export interface DeskReader extends Reader<Answers> {
  /** Resolves when the thread has closed its files. Open questions fail with `cancelled`. */
  close(): Promise<void>;
}

export interface ReaderPorts {
  readonly clock: Pick<Clock, 'now'>;
  /** Path of the store. */
  readonly database: string;
  readonly store: Pick<Store, 'history' | 'progress'>;
  /** The thread's code. */
  readonly thread?: string;
}

interface Question {
  readonly name: keyof Answers;
  readonly input: unknown;
  readonly signal: AbortSignal | undefined;
  tries: number;
  resolve(answer: unknown): void;
  reject(failure: unknown): void;
}

export function createReader({ clock, database, store, thread = THREAD }: ReaderPorts): DeskReader {
  const waiting: Question[] = [];
  let asked: Question | null = null;
  let worker: Worker | null = null;
  let ended: Promise<void> = Promise.resolve();
  let isClosed = false;

  function started(): Worker {
    if (worker !== null) return worker;
    const workerData: ReadingStart = { database };
    const begun = new Worker(thread, { workerData, env: {} });
    let failure: unknown;
    begun.on('message', (message: FromReadingThread) => take(begun, message));
    begun.on('error', (error) => (failure = error));
    ended = new Promise((resolve) =>
      begun.once('exit', (code) => {
        worker = null;
        afterDeath(failure ?? `the reading thread ended with ${code}`);
        resolve();
      }),
    );
    worker = begun;
    return begun;
  }

  function take(from: Worker, message: FromReadingThread): void {
    if (message.kind === 'written') {
      store.progress(() => store.history.unmark(message.marks));
      from.postMessage({ kind: 'unmarked' } satisfies ToReadingThread);
      return;
    }
    const question = asked;
    asked = null;
    if (message.kind === 'answer') question?.resolve(message.answer);
    else question?.reject(fromErrorRecord(message.error));
    next();
  }

  function afterDeath(cause: unknown): void {
    const question = asked;
    asked = null;
    if (question === null) return;
    if (isClosed) question.reject(new CleartakeError('cancelled'));
    else if (question.tries < MOST_TRIES) waiting.unshift(question);
    else question.reject(new CleartakeError('unexpected', { cause, detail: String(cause) }));
    next();
  }

  function next(): void {
    if (asked !== null) return;
    const question = waiting.shift();
    if (question === undefined) {
      // An idle thread does not keep the program running.
      worker?.unref();
      return;
    }
    asked = question;
    question.tries += 1;
    const { input, name } = question;
    const to = started();
    to.ref();
    to.postMessage({ kind: 'question', name, input, now: clock.now() } satisfies ToReadingThread);
  }

  function withdraw(question: Question): void {
    const place = waiting.indexOf(question);
    if (place < 0) return;
    waiting.splice(place, 1);
    question.reject(new CleartakeError('cancelled'));
  }

  return {
    ask: (name, input, signal) =>
      new Promise((resolve, reject) => {
        if (isClosed || signal?.aborted === true) {
          reject(new CleartakeError('cancelled'));
          return;
        }
        const question: Question = {
          ...{ name, input, signal, tries: 0, reject },
          resolve: (answer) => resolve(answer as Awaited<ReturnType<Answers[typeof name]>>),
        };
        signal?.addEventListener('abort', () => withdraw(question), { once: true });
        waiting.push(question);
        next();
      }),
    close: async () => {
      isClosed = true;
      for (const question of [...waiting]) withdraw(question);
      worker?.ref();
      worker?.postMessage({ kind: 'close' } satisfies ToReadingThread);
      await ended;
    },
  };
}
