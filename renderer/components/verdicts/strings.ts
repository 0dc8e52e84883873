/** Words of verdicts, for Listen and History. */

import type { VerdictView } from '../../../shared/contract/verdicts.ts';

/** `Service 3.5 better than Service 2.0`. */
export function verdictWords({ kind, takeLabel, overLabel }: VerdictView): string {
  if (kind === 'keep') return `${takeLabel} kept`;
  if (kind === 'reject') return `${takeLabel} rejected`;
  return `${takeLabel} better than ${overLabel ?? ''}`;
}

/** Who gave a verdict, and when. */
export function verdictSource(listener: string, when: string): string {
  return listener === '' ? when : `${listener}, ${when}`;
}
