/** Passes the notices that the host gets on to the pages too: a browser's page is the only one there that can notify. */

import type { BatchNotice } from '../../../../shared/domain/batch/batch-notice.ts';
import { toCleartakeError } from '../../../../shared/domain/errors.ts';
import { createListeners, type Listeners } from '../../../platform/disposal.ts';
import type { Log } from '../../../platform/log.ts';
import type { Attention } from '../../ports.ts';

export interface ToldPages {
  /** The host's, or one that does nothing where the host has none. */
  readonly attention: Attention;
  readonly notices: Pick<Listeners<BatchNotice>, 'add'>;
}

const NOBODY: Attention = {
  progress: () => undefined,
  badge: () => undefined,
  notice: () => undefined,
  power: () => undefined,
  question: async () => ({ answer: 'keep-working', remember: false }),
};

/** What fails in the host is logged: a task bar must not stop the queue. */
export function tellPages(log: Pick<Log, 'warn'>, host: Attention = NOBODY): ToldPages {
  const notices = createListeners<BatchNotice>();

  function attempt(tell: () => void): void {
    try {
      tell();
    } catch (failure) {
      log.warn('The system could not be told of the work', { reason: toCleartakeError(failure).message });
    }
  }

  return {
    attention: {
      progress: (progress) => attempt(() => host.progress(progress)),
      badge: (count) => attempt(() => host.badge(count)),
      power: (working) => attempt(() => host.power(working)),
      notice: (notice) => {
        attempt(() => host.notice(notice));
        notices.tell(notice);
      },
      question: host.question,
    },
    notices,
  };
}
