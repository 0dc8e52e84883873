/** The one way in which a call is refused: the sentence for the person, and the code for the program. */

import { z } from 'zod';

export const refusals = {
  REFUSED: {
    status: 422,
    message: 'Refused',
    data: z.object({ code: z.string(), userMessage: z.string() }),
  },
} as const;
