/** Height of the queue's rows. */

import { SegmentedControl } from '@mantine/core';
import type { Preferences } from '../../../shared/domain/preferences.ts';
import { SETTINGS } from './strings.ts';

type Density = Preferences['density'];

const CHOICES: readonly Density[] = ['compact', 'comfortable'];

interface DensityFieldProps {
  readonly chosen: Density;
  readonly onChange: (chosen: Density) => void;
}

export function DensityField({ chosen, onChange }: DensityFieldProps) {
  const { densities, field } = SETTINGS.rows;
  return (
    <SegmentedControl
      size="sm"
      aria-label={field}
      value={chosen}
      data={CHOICES.map((value) => ({ value, label: densities[value] }))}
      onChange={(value) => onChange(CHOICES.find((one) => one === value) ?? 'compact')}
    />
  );
}
