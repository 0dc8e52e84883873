/** Why a model of a person's own is not added. */

import type { Message } from '../../../../shared/domain/error-messages/message.ts';

export const OWN_MODELS = {
  nameTaken: (name: string): Message => ({
    what: `There is another model called “${name}” already.`,
    next: 'Remove that one first, or give this one another name in its description.',
  }),
  sameUnderOtherName: {
    what: 'This model is here already, under another name.',
    next: 'Remove that one first to change its name.',
  },
} as const;
