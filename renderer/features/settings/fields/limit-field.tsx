/** A bandwidth limit: none, a preset, or any number. */

import { SegmentedControl } from '@mantine/core';
import { SETTINGS } from '../strings.ts';
import { BYTES_PER_MB, LIMIT_PRESETS_MB, readLimit } from './limits.ts';
import { NumberField } from './number-field.tsx';

const NONE = 'none';

interface LimitFieldProps {
  readonly name: string;
  /** Bytes per second; null for no limit. */
  readonly limit: number | null;
  readonly onChange: (limit: number | null) => void;
}

export function LimitField({ name, limit, onChange }: LimitFieldProps) {
  const { bandwidth } = SETTINGS;
  const megabytes = limit === null ? '' : limit / BYTES_PER_MB;
  return (
    <>
      <SegmentedControl
        size="xs"
        aria-label={bandwidth.presets(name)}
        data={[
          { value: NONE, label: bandwidth.none },
          ...LIMIT_PRESETS_MB.map((preset) => ({ value: String(preset), label: bandwidth.megabytes(preset) })),
        ]}
        value={limit === null ? NONE : String(megabytes)}
        onChange={(value) => onChange(value === NONE ? null : Number(value) * BYTES_PER_MB)}
      />
      <NumberField
        label={bandwidth.field(name)}
        placeholder={bandwidth.none}
        suffix={bandwidth.unit}
        decimals={2}
        shown={megabytes}
        read={readLimit}
        onChange={onChange}
      />
    </>
  );
}
