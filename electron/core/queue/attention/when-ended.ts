/** What the person wants done when the queue has ended, besides being told. */

import type { RunSummary } from '../../../../shared/contract/views.ts';
import { formatUsd } from '../../../../shared/domain/money.ts';
import type { WhenEnded } from '../../ports.ts';
import { readPreferences } from '../../store/tables/preferences.ts';
import type { WithSettings } from '../../store/tables/settings.ts';

/** Does it. @param host undefined where there is nothing but the terminal */
export function actWhenEnded(store: WithSettings, host: WhenEnded | undefined, summary: RunSummary): void {
  const { whenEnded } = readPreferences(store);
  if (host === undefined) return;
  if (whenEnded === 'script') host.runScript(variablesOf(summary));
  if (whenEnded === 'quit') host.quit();
}

/** Names and figures only: no text of the person's files but the folder, and that as a variable. */
function variablesOf({
  cancelled,
  charged,
  delivered,
  done,
  failed,
  folders,
  inReview,
}: RunSummary): Record<string, string> {
  return {
    CLEARTAKE_DONE: String(done),
    CLEARTAKE_FAILED: String(failed),
    CLEARTAKE_IN_REVIEW: String(inReview),
    CLEARTAKE_CANCELLED: String(cancelled),
    CLEARTAKE_DELIVERED: String(delivered),
    CLEARTAKE_CHARGED_USD: formatUsd(charged),
    CLEARTAKE_FOLDER: folders[0] ?? '',
  };
}
