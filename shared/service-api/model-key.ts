/** A model as the service names it. A person's own models are those of the built-in service alone. */

import { z } from 'zod';
import { MODEL_IDS } from '../domain/models.ts';

export const modelKey = z.union([z.enum(MODEL_IDS), z.templateLiteral(['own:', z.string()])]);
