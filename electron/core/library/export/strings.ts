/** What is said of outputs that could not be made. */

import type { Message } from '../../../../shared/domain/errors.ts';

export const OUTPUTS = {
  /** Of two files that were to be made. */
  secondFailed: (why: Message): Message => ({
    ...why,
    what: `The first file is saved, the second isn’t yet. ${why.what}`,
  }),
} as const;
