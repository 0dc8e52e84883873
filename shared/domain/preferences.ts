/** Settings for the whole queue and its page. */

import { z } from 'zod';
import { MICRO_USD_PER_USD } from './money.ts';

const bytesPerSecond = z
  .number()
  .int()
  .min(8 * 1024)
  .max(10 * 1024 ** 3)
  .nullable();

export const preferencesSchema = z.object({
  /** Most bytes per second for all uploads together; null for no limit. */
  uploadLimit: bytesPerSecond,
  /** The same for downloads. */
  downloadLimit: bytesPerSecond,
  /**
   * Micro-USD: a start that left no trace on the service is retried once automatically if it costs at most this. Above it, the person
   * decides.
   */
  resendCeiling: z
    .number()
    .int()
    .min(0)
    .max(1000 * MICRO_USD_PER_USD),
  /** What closing the window does while work runs. */
  whenClosed: z.enum(['ask', 'keep-working', 'quit']),
  /** Height of the queue's rows. */
  density: z.enum(['compact', 'comfortable']),
});

/** Changes only the given fields. */
export const preferenceChanges = z.object({
  uploadLimit: preferencesSchema.shape.uploadLimit.exactOptional(),
  downloadLimit: preferencesSchema.shape.downloadLimit.exactOptional(),
  resendCeiling: preferencesSchema.shape.resendCeiling.exactOptional(),
  whenClosed: preferencesSchema.shape.whenClosed.exactOptional(),
  density: preferencesSchema.shape.density.exactOptional(),
});

export type Preferences = z.infer<typeof preferencesSchema>;

export const DEFAULT_PREFERENCES: Preferences = {
  uploadLimit: null,
  downloadLimit: null,
  resendCeiling: MICRO_USD_PER_USD,
  whenClosed: 'ask',
  density: 'compact',
};
