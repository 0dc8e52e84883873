/** The one way a call is refused: the code for the program, the message for the person. */

import { z } from 'zod';
import type { Message } from '../domain/errors.ts';

/**
 * A message in parts, for clients that show commands instead of buttons, or lay out the parts by themselves. Missing where it is the
 * message of its code (shared/domain/error-messages).
 */
export const messageView = z.object({
  what: z.string(),
  safe: z.string().exactOptional(),
  next: z.union([z.string(), z.object({ desk: z.string(), terminal: z.string() })]).exactOptional(),
}) satisfies z.ZodType<Message, unknown>;

export const refusals = {
  REFUSED: {
    status: 422,
    message: 'Refused',
    data: z.object({
      code: z.string(),
      /** The whole message as the desk shows it. */
      userMessage: z.string(),
      parts: messageView.exactOptional(),
    }),
  },
} as const;
