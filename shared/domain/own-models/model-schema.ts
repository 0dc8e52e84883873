/** A model as messages and stored settings name it. */

import { z } from 'zod';
import { isModelId, type ModelId } from '../models.ts';

export const modelId = z.custom<ModelId>(isModelId);
