/** The one way a call is refused: the code for the program, the message for the person. */

import { z } from 'zod';
import { messageSchema } from '../domain/errors.ts';

export const refusals = {
  REFUSED: {
    status: 422,
    message: 'Refused',
    data: z.object({
      code: z.string(),
      /** The whole message as the desk shows it. */
      userMessage: z.string(),
      parts: messageSchema.exactOptional(),
    }),
  },
} as const;
