/** The bit rate of a compressed format: the usual one, or one of those that are offered. */

import { Select } from '@mantine/core';
import { bitRatesOf } from '../../../../shared/domain/export/bit-rates.ts';
import type { ExportFormat } from '../../../../shared/domain/export/settings.ts';
import { PRESET_SETTINGS } from '../strings.ts';

const USUAL = 'usual';

interface BitRateProps {
  readonly label: string;
  readonly format: ExportFormat;
  /** kbit/s; undefined for what is usual. */
  readonly value: number | undefined;
  readonly mt?: number;
  readonly onChange: (bitRate: number | null) => void;
}

export function BitRate({ format, label, mt = 0, onChange, value }: BitRateProps) {
  const offered = bitRatesOf(format);
  const isOffered = value === undefined || offered.includes(value);
  return (
    <Select
      mt={mt}
      size="xs"
      aria-label={label}
      data={[
        { value: USUAL, label: PRESET_SETTINGS.usualBitRate },
        // The terminal takes any.
        ...[...offered, ...(isOffered ? [] : [value])].map((rate) => ({
          value: String(rate),
          label: PRESET_SETTINGS.kilobits(rate),
        })),
      ]}
      value={value === undefined ? USUAL : String(value)}
      allowDeselect={false}
      comboboxProps={{ withinPortal: false }}
      onChange={(chosen) => onChange(chosen === null || chosen === USUAL ? null : Number(chosen))}
    />
  );
}
