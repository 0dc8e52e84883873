/** Handlers of the rehearsal group. */

import { os } from '../../calls/router.ts';
import type { Rehearsals } from '../../connections/rehearsals.ts';

export interface RehearsalHandlersPorts {
  readonly rehearsals: Rehearsals;
  /** Lets a connection be tried again. */
  readonly unpark: (connectionId: string) => void;
}

export function rehearsalHandlers({ rehearsals, unpark }: RehearsalHandlersPorts) {
  const group = os.rehearsal;
  return {
    read: group.read.handler(({ input }) => rehearsals.read(input.connectionId)),
    change: group.change.handler(async ({ input }) => {
      const changed = await rehearsals.change(input.connectionId, input.change);
      if (!changed.on) unpark(input.connectionId);
      return changed;
    }),
  };
}
