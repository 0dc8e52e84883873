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

/** What happens, besides a notice, when everything that was started has ended. */
export const WHEN_ENDED = ['nothing', 'script', 'quit'] as const;
export type WhenEnded = (typeof WHEN_ENDED)[number];

/** `auto` follows the system. */
export const THEMES = ['auto', 'light', 'dark'] as const;

export const WHEN_CLOSED = ['ask', 'keep-working', 'quit'] as const;

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
  whenClosed: z.enum(WHEN_CLOSED),
  whenEnded: z.enum(WHEN_ENDED),
  /** Whether the person hears of the end of a batch. */
  tellsEnd: z.boolean(),
  /** Whether the end of a batch is heard, as a short tone of the page. */
  soundsEnd: z.boolean(),
  /** Whether the person hears of recordings and connections that need them. */
  tellsNeed: z.boolean(),
  theme: z.enum(THEMES),
  /** Height of the queue's rows. */
  density: z.enum(DENSITIES),
  concurrency: concurrencySchema,
  /** Whether Cleartake asks its address for newer versions, at each start and once a day. */
  lookForUpdates: z.boolean(),
  /** Compares each result with its recording before it is delivered, and holds back what fails. */
  checksResults: z.boolean(),
  /** Keeps a listening copy of each original that is restored from now on. */
  keepsListeningCopies: z.boolean(),
});

/** Changes only the given fields. */
export const preferenceChanges = z.object({
  uploadLimit: preferencesSchema.shape.uploadLimit.exactOptional(),
  downloadLimit: preferencesSchema.shape.downloadLimit.exactOptional(),
  resendCeiling: preferencesSchema.shape.resendCeiling.exactOptional(),
  whenClosed: preferencesSchema.shape.whenClosed.exactOptional(),
  whenEnded: preferencesSchema.shape.whenEnded.exactOptional(),
  tellsEnd: z.boolean().exactOptional(),
  soundsEnd: z.boolean().exactOptional(),
  tellsNeed: z.boolean().exactOptional(),
  theme: preferencesSchema.shape.theme.exactOptional(),
  density: preferencesSchema.shape.density.exactOptional(),
  concurrency: concurrencySchema.exactOptional(),
  lookForUpdates: preferencesSchema.shape.lookForUpdates.exactOptional(),
  checksResults: preferencesSchema.shape.checksResults.exactOptional(),
  keepsListeningCopies: z.boolean().exactOptional(),
});

export type Preferences = z.infer<typeof preferencesSchema>;
export type PreferenceName = keyof Preferences;

export const PREFERENCE_NAMES = preferencesSchema.keyof().options;

/** What null in `Concurrency` means. This computer's restorations are as many as its processors allow. */
export const USUAL_AT_ONCE = { uploads: 3, downloads: 3 } as const;

export const DEFAULT_PREFERENCES: Preferences = {
  uploadLimit: null,
  downloadLimit: null,
  resendCeiling: MICRO_USD_PER_USD,
  whenClosed: 'ask',
  whenEnded: 'nothing',
  tellsEnd: true,
  soundsEnd: false,
  tellsNeed: true,
  theme: 'auto',
  density: 'compact',
  concurrency: { uploads: null, restorations: null, downloads: null },
  lookForUpdates: false,
  checksResults: true,
  keepsListeningCopies: false,
};
