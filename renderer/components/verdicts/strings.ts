/** Words of verdicts, for Listen and History. */

import type { VerdictView } from '../../../shared/contract/listening/verdicts.ts';
import { VERDICT_WORDS } from '../../../shared/domain/history/strings.ts';

export const NOTE = {
  note: 'Note',
  placeholder: 'What you heard, and where',
  tags: 'Tags',
  tagsPlaceholder: 'Add a tag',
} as const;

/** `Service 3.5 better than Service 2.0`. */
export function verdictWords({ kind, takeLabel, overLabel }: VerdictView): string {
  return kind === 'better' ? VERDICT_WORDS.better(takeLabel, overLabel ?? '') : VERDICT_WORDS[kind](takeLabel);
}

/** Who gave a verdict, and when. */
export function verdictSource(listener: string, when: string): string {
  return listener === '' ? when : `${listener}, ${when}`;
}
