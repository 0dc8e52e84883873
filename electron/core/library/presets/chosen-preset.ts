/** The preset that recordings which wait for Start follow, as the store remembers it. */

import {
  type BatchPreset,
  batchPresetSchema,
  DEFAULT_BATCH_PRESET,
} from '../../../../shared/domain/batch/batch-preset.ts';
import type { WithSettings } from '../../store/tables/settings.ts';

/** The remembered preset, or the default when there is no valid one. */
export function rememberedPreset(store: WithSettings): BatchPreset {
  const stored = batchPresetSchema.safeParse(store.settings.get('preset')).data;
  return stored === undefined ? DEFAULT_BATCH_PRESET : withOneFormat(stored);
}

/** Format is chosen in one place: MP3 is a format, and Cleartake makes it from the complete result. */
export function withOneFormat(preset: BatchPreset): BatchPreset {
  if (preset.downloadType === 'audio') return preset;
  const { format = 'source' } = preset;
  return { ...preset, downloadType: 'audio', format: format === 'source' ? 'mp3' : format };
}
