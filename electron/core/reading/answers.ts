/** What the reading thread answers, and its messages with the desk. One question is asked at a time. */

import type { ErrorRecord } from '../../../shared/domain/errors.ts';
import { type CostsAnswers, costsAnswers } from '../features/costs/answers.ts';
import { type HistoryAnswers, historyAnswers } from '../features/history/answers.ts';
import type { HistoryIndex } from '../store/history-index/history-index.ts';
import type { Store } from '../store/open-store.ts';
import type { HistoryMark } from '../store/tables/history.ts';

export type Answers = HistoryAnswers & CostsAnswers;

export function createAnswers(store: Store, index: HistoryIndex): Answers {
  return { ...historyAnswers(store, index), ...costsAnswers(store) };
}

export interface ReadingStart {
  /** Path of the store. */
  readonly database: string;
}

export type ToReadingThread =
  /** `now`: milliseconds since the epoch, for days that move with the calendar. */
  | { readonly kind: 'question'; readonly name: keyof Answers; readonly input: unknown; readonly now: number }
  | { readonly kind: 'unmarked' }
  | { readonly kind: 'close' };

export type FromReadingThread =
  | { readonly kind: 'answer'; readonly answer: unknown }
  | { readonly kind: 'failed'; readonly error: ErrorRecord }
  /** The search index has these changes, or is new and needs no marks: the desk removes them and says `unmarked`. */
  | { readonly kind: 'written'; readonly marks: readonly HistoryMark[] | 'all' };
