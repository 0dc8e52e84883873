/** Height of the queue's rows. */

import { SegmentedControl } from '@mantine/core';
import { DENSITIES, type Density } from '../../../shared/domain/preferences.ts';
import { SETTINGS } from './strings.ts';

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
      data={DENSITIES.map((value) => ({ value, label: densities[value] }))}
      onChange={(value) => onChange(DENSITIES.find((one) => one === value) ?? 'compact')}
    />
  );
}
