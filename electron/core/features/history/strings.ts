/** Sentences about exported lists. */

import { SHARED } from '../../../../shared/domain/error-messages/message.ts';
import type { Message } from '../../../../shared/domain/errors.ts';

export const TABLE = {
  incomplete: (done: number, total: number): Message => ({
    what: `Cleartake is still preparing the search: ${done.toLocaleString('en')} of ${total.toLocaleString('en')} recordings can be found, and an export would leave out the others.`,
    safe: SHARED.notChanged,
    next: 'Export again when the note above the list is gone.',
  }),
};
