/** The one way a call is refused: the code for the program, the message for the person. */

import { oc } from '@orpc/contract';
import { z } from 'zod';
import { messageSchema } from '../domain/errors.ts';

export const REFUSED = {
  status: 422,
  message: 'Refused',
  data: z.object({
    code: z.string(),
    /** The whole message as the desk shows it. */
    userMessage: z.string(),
    parts: messageSchema.exactOptional(),
  }),
} as const;

/** What every call of the contract begins with. */
export const call = oc.errors({ REFUSED });
