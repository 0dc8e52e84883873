/** A second file of each result: format, bit rate and whether it is as loud as the first. */

import { Checkbox, Select } from '@mantine/core';
import { ALSO_FORMATS, type AlsoOutput, isUsuallyAsLoud } from '../../../../shared/domain/batch/also-output.ts';
import { type BatchPreset, exportSettingsOf } from '../../../../shared/domain/batch/batch-preset.ts';
import type { RowSettings } from '../../../../shared/domain/batch/row-settings.ts';
import { bitRatesOf } from '../../../../shared/domain/export/bit-rates.ts';
import type { ExportFormat } from '../../../../shared/domain/export/settings.ts';
import { ALSO, PRESET_SETTINGS } from '../strings.ts';
import { Field } from './field.tsx';

const NONE = 'none';
const USUAL = 'usual';

interface AlsoFieldsProps {
  readonly settings: BatchPreset;
  readonly onChange: (changes: RowSettings) => void;
}

export function AlsoFields({ settings, onChange }: AlsoFieldsProps) {
  const also = settings.also ?? null;
  const { levelVoices = false, loudness } = exportSettingsOf(settings);

  function choose(chosen: string | null): void {
    const format = ALSO_FORMATS.find((one) => one === chosen);
    onChange({ also: format === undefined ? null : { format, loudness: isUsuallyAsLoud(format) } });
  }

  function change(changes: Partial<AlsoOutput>): void {
    if (also !== null) onChange({ also: { ...also, ...changes } });
  }

  return (
    <Field label={ALSO.label} note={ALSO.note}>
      <Select
        size="xs"
        aria-label={ALSO.label}
        data={[
          { value: NONE, label: ALSO.none },
          ...ALSO_FORMATS.map((value) => ({ value, label: PRESET_SETTINGS.formats[value] })),
        ]}
        value={also?.format ?? NONE}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
        onChange={choose}
      />
      {also !== null && bitRatesOf(also.format).length > 0 && (
        <BitRate
          label={ALSO.bitRate}
          mt={8}
          format={also.format}
          value={also.bitRate}
          onChange={(bitRate) => onChange({ also: withRate(also, bitRate) })}
        />
      )}
      {also !== null && (loudness !== null || levelVoices) && (
        <Checkbox
          mt={10}
          label={ALSO.loudness}
          description={ALSO.loudnessNote}
          checked={also.loudness}
          onChange={(event) => change({ loudness: event.currentTarget.checked })}
        />
      )}
    </Field>
  );
}

function withRate({ bitRate: _, ...also }: AlsoOutput, bitRate: number | null): AlsoOutput {
  return bitRate === null ? also : { ...also, bitRate };
}

interface BitRateProps {
  readonly label: string;
  readonly format: ExportFormat;
  /** kbit/s; undefined for what is usual. */
  readonly value: number | undefined;
  readonly mt?: number;
  readonly onChange: (bitRate: number | null) => void;
}

/** Of a compressed format: the usual one, or one of those that are offered. */
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
