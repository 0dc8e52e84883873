/** All settings of a recording: of the batch, of a preset, or of rows that differ. */

import { Stack } from '@mantine/core';
import type { ConnectionView } from '../../../../shared/contract/connections.ts';
import type { BatchPreset } from '../../../../shared/domain/batch/batch-preset.ts';
import type { OwnSettings } from '../../../../shared/domain/batch/own-settings.ts';
import { NamingField } from '../naming/naming-field.tsx';
import { ModelField } from './model-field.tsx';
import { OutputField } from './output-field.tsx';
import { SoundFields } from './sound-fields.tsx';

export interface SettingsFormProps {
  readonly settings: BatchPreset;
  /** Whose prices are shown; null where they differ. */
  readonly connection: Pick<ConnectionView, 'prices'> | null;
  /** The recording whose name the preview uses. */
  readonly jobId?: string | undefined;
  readonly onChange: (changes: OwnSettings) => void;
}

export function SettingsForm({ settings, connection, jobId, onChange }: SettingsFormProps) {
  return (
    <Stack gap={18}>
      <ModelField models={settings.models} connection={connection} onChange={(models) => onChange({ models })} />
      <SoundFields settings={settings} onChange={onChange} />
      <OutputField output={settings.output} onChange={(output) => onChange({ output })} />
      <NamingField settings={settings} jobId={jobId} onChange={(namingTemplate) => onChange({ namingTemplate })} />
    </Stack>
  );
}
