/** Watch folders: what a person sets up, and what becomes of the files in them. */

import { z } from 'zod';
import { isAbsolutePath, outputPlaceSchema } from './batch-preset.ts';

/** More would keep too many folders of the system under watch. */
export const MOST_WATCH_FOLDERS = 50;

/** `same-content`: a renamed or copied file, or one that has its job already. `own-result`: Cleartake made it. */
export const WATCH_OUTCOMES = ['added', 'same-content', 'own-result'] as const;
export type WatchOutcome = (typeof WATCH_OUTCOMES)[number];

export const watchFolderSettings = z.object({
  path: z.string().max(4096).refine(isAbsolutePath, 'Enter the full path of a folder.'),
  presetId: z.string().min(1).max(100),
  connectionId: z.string().min(1).max(100),
  /** Micro-USD that its recordings may cost in a day; null for no cap, which only a free connection may have. */
  capPerDay: z.number().int().min(0).nullable(),
  /** Where results go; null for the place that the preset names. */
  output: outputPlaceSchema.nullable(),
  /** While false, files are noticed and wait. */
  enabled: z.boolean(),
});
export type WatchFolderSettings = z.infer<typeof watchFolderSettings>;
