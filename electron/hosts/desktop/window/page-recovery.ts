/** Reloads a page that crashed: the desk behind it never stopped. A page that crashes again at once is left alone. */

import type { WebContents } from 'electron';
import type { Log } from '../../../platform/log.ts';

/** A second crash sooner than this counts as a crash loop. */
const SHORTEST_LIFE_MS = 10_000;

/** @param monotonic milliseconds that never run backwards */
export function recoverPage(contents: WebContents, monotonic: () => number, log: Log): void {
  let loadedAt = Number.NEGATIVE_INFINITY;
  contents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return;
    const now = monotonic();
    const again = now - loadedAt >= SHORTEST_LIFE_MS;
    log.error('The page ended', { reason, again });
    loadedAt = now;
    if (again) contents.reload();
  });
}
