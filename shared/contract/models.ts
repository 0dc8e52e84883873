/** Models of the person's own, which restore on this computer alone. */

import { z } from 'zod';
import type { OwnModelId } from '../domain/models.ts';
import { isOwnModel } from '../domain/models.ts';
import { call } from './refusals.ts';

const ownModelId = z.custom<OwnModelId>(isOwnModel);

export const ownModelView = z.object({
  id: ownModelId,
  name: z.string(),
  /** One line; empty where its description says nothing. */
  about: z.string(),
  /** Hz. What lies above half of it is lost. */
  sampleRate: z.number(),
  /** Seconds of processor for a second of sound, on this computer when it was added. */
  cost: z.number(),
  /** Milliseconds since the epoch. */
  addedAt: z.number(),
});
export type OwnModelView = z.infer<typeof ownModelView>;

export const modelsContract = {
  /** By name. */
  list: call.output(z.array(ownModelView)),
  /**
   * Tries a model and copies it into the data folder. `file`: absolute path of its description, or of its network with the description
   * beside it under the same name; `description`: where it is instead. A model that is there already stays as it is.
   */
  add: call.input(z.object({ file: z.string(), description: z.string().optional() })).output(ownModelView),
  /** What waits for it then fails, and says so. Results stay. */
  remove: call.input(z.object({ id: ownModelId })).output(z.void()),
};
