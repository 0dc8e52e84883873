/** What the reading thread answers: the questions of History and Costs. */

import { type CostsAnswers, costsAnswers } from '../features/costs/answers.ts';
import { type HistoryAnswers, historyAnswers } from '../features/history/answers.ts';
import type { HistoryIndex } from '../store/history-index/history-index.ts';
import type { Store } from '../store/open-store.ts';

export type Answers = HistoryAnswers & CostsAnswers;

export function createAnswers(store: Store, index: HistoryIndex): Answers {
  return { ...historyAnswers(store, index), ...costsAnswers(store) };
}
