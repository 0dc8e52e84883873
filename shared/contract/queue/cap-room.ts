/** What a cap leaves. */

import { z } from 'zod';

/** Micro-USD. */
export const capRoom = z.object({ kind: z.enum(['batch', 'day', 'month']), cap: z.number(), left: z.number() });
