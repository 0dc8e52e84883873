/** What outputs are as files: format, bit rate, a second file, what becomes of videos, and their date. */

import { Checkbox, SegmentedControl, Select } from '@mantine/core';
import { type BatchPreset, exportSettingsOf } from '../../../../shared/domain/batch/batch-preset.ts';
import type { RowSettings } from '../../../../shared/domain/batch/row-settings.ts';
import { bitRatesOf } from '../../../../shared/domain/export/bit-rates.ts';
import { EXPORT_FORMATS, VIDEO_OUTPUTS } from '../../../../shared/domain/export/settings.ts';
import { PRESET_SETTINGS } from '../strings.ts';
import { AlsoFields, BitRate } from './also-fields.tsx';
import { Field } from './field.tsx';

interface FileFieldsProps {
  readonly settings: BatchPreset;
  readonly onChange: (changes: RowSettings) => void;
}

export function FileFields({ settings, onChange }: FileFieldsProps) {
  const { bitRate, format, video = 'picture' } = exportSettingsOf(settings);
  return (
    <>
      <Field label={PRESET_SETTINGS.format} note={PRESET_SETTINGS.formatNote}>
        <Select
          size="xs"
          aria-label={PRESET_SETTINGS.format}
          data={EXPORT_FORMATS.map((value) => ({ value, label: PRESET_SETTINGS.formats[value] }))}
          value={format}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          onChange={(chosen) => {
            const found = EXPORT_FORMATS.find((one) => one === chosen);
            // A bit rate belongs to the format that it was chosen for.
            if (found !== undefined) onChange({ format: found, ...(bitRate === undefined ? {} : { bitRate: null }) });
          }}
        />
      </Field>
      {bitRatesOf(format).length > 0 && (
        <Field label={PRESET_SETTINGS.bitRate}>
          <BitRate
            label={PRESET_SETTINGS.bitRate}
            format={format}
            value={bitRate}
            onChange={(chosen) => onChange({ bitRate: chosen })}
          />
        </Field>
      )}
      <AlsoFields settings={settings} onChange={onChange} />
      <Field label={PRESET_SETTINGS.video} note={PRESET_SETTINGS.videoNote}>
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label={PRESET_SETTINGS.video}
          data={VIDEO_OUTPUTS.map((value) => ({ value, label: PRESET_SETTINGS.videoOutputs[value] }))}
          value={video}
          onChange={(chosen) => onChange({ video: chosen })}
        />
      </Field>
      <Field label={PRESET_SETTINGS.fileDate}>
        <Checkbox
          label={PRESET_SETTINGS.keepsFileTime}
          description={PRESET_SETTINGS.keepsFileTimeNote}
          checked={settings.keepsFileTime ?? true}
          onChange={(event) => onChange({ keepsFileTime: event.currentTarget.checked })}
        />
      </Field>
    </>
  );
}
