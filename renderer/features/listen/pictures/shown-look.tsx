/** Tells the picture worker how to draw: a component of its own, so that nothing else is rendered again as pictures come. */

import { memo } from 'react';
import type { TakeView } from '../../../../shared/contract/views.ts';
import { MODELS, type ModelId } from '../../../../shared/domain/models.ts';
import type { Sight } from '../waves/sight.ts';
import type { Pictures } from './pictures.ts';
import { useGain } from './use-gain.ts';
import { useLook } from './use-pictures.ts';

const REMOVED_COLOR = '--ct-warn';

interface ShownLookProps {
  readonly pictures: Pictures;
  readonly sight: Sight;
  /** The takes that have pictures. */
  readonly sources: readonly TakeView[];
}

export const ShownLook = memo(function ShownLook({ pictures, sight, sources }: ShownLookProps) {
  const gain = useGain(pictures);
  useLook(pictures, sight, gain, [
    ...sources.map((take) => colorOf(take.model)),
    ...[...pictures.differences].map(() => REMOVED_COLOR),
  ]);
  return null;
});

function colorOf(model: ModelId | null): string {
  if (model === null) return '--ct-wave-original';
  return model === MODELS['service-3.5'].id ? '--ct-wave-1' : '--ct-wave-2';
}
