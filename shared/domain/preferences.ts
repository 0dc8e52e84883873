/** Settings for the whole queue and its page. */

import { z } from 'zod';
import { MICRO_USD_PER_USD } from './money.ts';

const bytesPerSecond = z
  .number()
  .int()
  .min(8 * 1024)
  .max(10 * 1024 ** 3)
  .nullable();

/** Most jobs at once in a stage that a person may choose. */
export const MOST_AT_ONCE = 8;

const atOnce = z.number().int().min(1).max(MOST_AT_ONCE).nullable();

/** Jobs at once in each stage; null for the usual number. */
const concurrencySchema = z.object({
  uploads: atOnce,
  /** On this computer. Services say themselves how many they take. */
  restorations: atOnce,
  downloads: atOnce,
});
export type Concurrency = z.infer<typeof concurrencySchema>;

export const DENSITIES = ['compact', 'comfortable'] as const;
export type Density = (typeof DENSITIES)[number];

/** What happens when everything that was started has ended. `script` and `quit` notify, too. */
export const WHEN_ENDED = ['nothing', 'notify', 'script', 'quit'] as const;
export type WhenEnded = (typeof WHEN_ENDED)[number];

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
  whenEnded: z.enum(WHEN_ENDED),
  /** Height of the queue's rows. */
  density: z.enum(DENSITIES),
  concurrency: concurrencySchema,
});

/** Changes only the given fields. */
export const preferenceChanges = z.object({
  uploadLimit: preferencesSchema.shape.uploadLimit.exactOptional(),
  downloadLimit: preferencesSchema.shape.downloadLimit.exactOptional(),
  resendCeiling: preferencesSchema.shape.resendCeiling.exactOptional(),
  whenClosed: preferencesSchema.shape.whenClosed.exactOptional(),
  whenEnded: preferencesSchema.shape.whenEnded.exactOptional(),
  density: preferencesSchema.shape.density.exactOptional(),
  concurrency: concurrencySchema.exactOptional(),
});

export type Preferences = z.infer<typeof preferencesSchema>;

/** What null in `Concurrency` means. This computer's restorations are as many as its processors allow. */
export const USUAL_AT_ONCE = { uploads: 3, downloads: 3 } as const;

export const DEFAULT_PREFERENCES: Preferences = {
  uploadLimit: null,
  downloadLimit: null,
  resendCeiling: MICRO_USD_PER_USD,
  whenClosed: 'ask',
  whenEnded: 'notify',
  density: 'compact',
  concurrency: { uploads: null, restorations: null, downloads: null },
};
