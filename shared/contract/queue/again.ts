/** Restoring recordings of the history once more. */

import { z } from 'zod';
import { MODEL_IDS } from '../../domain/models.ts';

export const againRequest = z.object({
  jobIds: z.array(z.string()).min(1).max(10_000),
  /** Instead of those that the recordings were restored with. */
  models: z.array(z.enum(MODEL_IDS)).min(1).optional(),
  /** Likewise the settings, apart from the models: those of a named preset. */
  presetId: z.string().max(100).optional(),
});
export type AgainRequest = z.infer<typeof againRequest>;
