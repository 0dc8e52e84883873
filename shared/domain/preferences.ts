/** What a person sets once for all of the queue. */

import { z } from 'zod';
import { MICRO_USD_PER_USD } from './money.ts';

const bytesPerSecond = z
  .number()
  .int()
  .min(8 * 1024)
  .max(10 * 1024 ** 3)
  .nullable();

export const preferencesSchema = z.object({
  /** Bytes a second that all uploads together may take; null is as many as there are. */
  uploadLimit: bytesPerSecond,
  /** The same for downloads. */
  downloadLimit: bytesPerSecond,
  /**
   * Micro-USD: a start without a trace is sent once more by itself when it costs at most this. What costs more, the person decides.
   */
  resendCeiling: z
    .number()
    .int()
    .min(0)
    .max(1000 * MICRO_USD_PER_USD),
});

/** Changes what is given. */
export const preferenceChanges = z.object({
  uploadLimit: preferencesSchema.shape.uploadLimit.exactOptional(),
  downloadLimit: preferencesSchema.shape.downloadLimit.exactOptional(),
  resendCeiling: preferencesSchema.shape.resendCeiling.exactOptional(),
});

export type Preferences = z.infer<typeof preferencesSchema>;

export const DEFAULT_PREFERENCES: Preferences = {
  uploadLimit: null,
  downloadLimit: null,
  resendCeiling: MICRO_USD_PER_USD,
};
