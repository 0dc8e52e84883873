/** What the desk must know of its host. */

import { oc } from '@orpc/contract';
import { z } from 'zod';
import { batchPresetSchema } from '../domain/batch-preset.ts';

export const systemInfo = z.object({
  version: z.string(),
  host: z.enum(['desktop', 'browser', 'cli']),
  /** `linux`, `darwin` or `win32`: for the names of keys and folders. */
  platform: z.string(),
  dataDirectory: z.string(),
  /** Whether dropped files arrive with a path. Without one they are streamed into the library and saved from there. */
  filesHavePaths: z.boolean(),
  samples: z.number(),
});
export type SystemInfo = z.infer<typeof systemInfo>;

export const systemContract = {
  info: oc.output(systemInfo),
  /** The preset that new batches begin with: remembered, never secret. */
  preset: oc.output(batchPresetSchema),
  setPreset: oc.input(batchPresetSchema).output(z.void()),
  /** Shows an exported output or a source in the file manager; only paths that the store holds. */
  reveal: oc
    .input(z.object({ jobId: z.string(), generationId: z.string().optional() }))
    .output(z.object({ shown: z.boolean() })),
};
