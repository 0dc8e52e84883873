/** Rehearsals of Cleartake's own service: the built-in one, or one that a studio runs for this. Nothing is really paid. */

import { z } from 'zod';
import { rehearsalChange, rehearsalSettings } from '../../service-api/rehearsal.ts';
import { call } from '../refusals.ts';

const connectionId = z.string().min(1).max(100);

const rehearsalView = z.object({
  ...rehearsalSettings.shape,
  /** Whether it goes on until it is ended. */
  on: z.boolean(),
  /** The service's time, ISO 8601; null where it wasn't asked. */
  now: z.string().nullable(),
});
export type RehearsalView = z.infer<typeof rehearsalView>;

export const rehearsalContract = {
  read: call.input(z.object({ connectionId })).output(rehearsalView),
  /** Changes the given fields; `reset` alone ends the rehearsal, and lets recordings that it stopped be tried again. */
  change: call.input(z.object({ connectionId, change: rehearsalChange })).output(rehearsalView),
};
