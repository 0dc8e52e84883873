/** The color of a model, the same in waveforms, chips, progress and charts. */

import { isServiceModel, type ModelId } from '../../../shared/domain/models.ts';

const HUES = { 'service-2': '--ct-model-2', 'service-3.5': '--ct-model-35' } as const;

/** Name of a color variable; of the original for null. */
export function hueOf(model: ModelId | null): string {
  if (model === null) return '--ct-wave-original';
  return isServiceModel(model) ? HUES[model] : '--ct-model-own';
}
