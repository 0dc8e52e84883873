/** Passes the notices that the host gets on to the pages too: a browser's page is the only one there that can notify. */

import type { BatchNotice } from '../../../../shared/domain/batch-notice.ts';
import { createListeners, type Listeners } from '../../../platform/disposal.ts';
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

export function tellPages(host: Attention = NOBODY): ToldPages {
  const notices = createListeners<BatchNotice>();
  return {
    attention: {
      ...host,
      notice: (notice) => {
        host.notice(notice);
        notices.tell(notice);
      },
    },
    notices,
  };
}
