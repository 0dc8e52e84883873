/** The preset that recordings which wait for Start follow, as the store remembers it. */

import {
  type BatchPreset,
  batchPresetSchema,
  DEFAULT_BATCH_PRESET,
} from '../../../../shared/domain/batch/batch-preset.ts';
import type { WithSettings } from '../../store/tables/settings.ts';

/** The remembered preset, or the default when there is no valid one. */
export function rememberedPreset(store: WithSettings): BatchPreset {
  return batchPresetSchema.safeParse(store.settings.get('preset')).data ?? DEFAULT_BATCH_PRESET;
}
