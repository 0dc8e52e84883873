/** All settings of a recording: of the batch, of a preset, or of rows that differ. */

import { Checkbox, Stack } from '@mantine/core';
import type { ConnectionView } from '../../../../shared/contract/connections.ts';
import type { OwnModelView } from '../../../../shared/contract/models.ts';
import { type BatchPreset, exportSettingsOf } from '../../../../shared/domain/batch/batch-preset.ts';
import type { RowSettings } from '../../../../shared/domain/batch/row-settings.ts';
import {
  compareModels,
  isOwnModel,
  MODEL_IDS,
  type ModelId,
  modelOf,
  priceOf,
} from '../../../../shared/domain/models.ts';
import { formatUsd } from '../../../../shared/domain/money.ts';
import { useOwnModels } from '../../models/use-own-models.ts';
import { NamingField } from '../naming/naming-field.tsx';
import { PRESET_SETTINGS } from '../strings.ts';
import { BookendFields } from './bookend-fields.tsx';
import { FileFields } from './file-fields.tsx';
import { LoudnessFields } from './loudness-fields.tsx';
import { OutputField } from './output-field.tsx';
import classes from './settings.module.css';
import { RestorationField, Strength } from './sound-fields.tsx';
import { TagFields } from './tag-fields.tsx';
import { TrackField } from './track-field.tsx';

export interface SettingsFormProps {
  readonly settings: BatchPreset;
  /** Whose prices are shown; null where they differ. */
  readonly connection: Pick<ConnectionView, 'kind' | 'prices'> | null;
  /** The recording whose name the preview uses, for settings of rows: their tracks are chosen. */
  readonly jobId?: string | undefined;
  readonly onChange: (changes: RowSettings) => void;
}

export function SettingsForm({ settings, connection, jobId, onChange }: SettingsFormProps) {
  return (
    <Stack gap={18}>
      <ModelField models={settings.models} connection={connection} onChange={(models) => onChange({ models })} />
      <RestorationField settings={settings} onChange={onChange} />
      <Strength value={exportSettingsOf(settings).strength} onChosen={(strength) => onChange({ strength })} />
      {jobId === undefined && <TrackField settings={settings} onChange={onChange} />}
      <LoudnessFields settings={settings} onChange={onChange} />
      <FileFields settings={settings} onChange={onChange} />
      <BookendFields settings={settings} onChange={onChange} />
      <OutputField output={settings.output} onChange={(output) => onChange({ output })} />
      <NamingField settings={settings} jobId={jobId} onChange={(namingTemplate) => onChange({ namingTemplate })} />
      <TagFields settings={settings} onChange={onChange} />
    </Stack>
  );
}

interface ModelFieldProps {
  readonly models: readonly ModelId[];
  /** Null where prices differ. */
  readonly connection: Pick<ConnectionView, 'kind' | 'prices'> | null;
  readonly onChange: (models: ModelId[]) => void;
}

export function ModelField({ models, connection, onChange }: ModelFieldProps) {
  const { answer: own } = useOwnModels();
  const isHere = connection?.kind !== 'remote';
  const offered: readonly ModelId[] = [...MODEL_IDS, ...(isHere ? (own ?? []).map(({ id }) => id) : [])];
  const shown = [...new Set([...offered, ...models])].sort(compareModels);
  const isFree = connection !== null && shown.every((id) => priceOf(connection.prices, id) === 0);

  function toggle(model: ModelId): void {
    const chosen = shown.filter((id) => (id === model ? !models.includes(id) : models.includes(id)));
    if (chosen.length > 0) onChange(chosen);
  }

  return (
    <fieldset>
      <legend className={classes.label}>{PRESET_SETTINGS.models}</legend>
      <Stack gap={8} mt={4}>
        {shown.map((id) => {
          const checked = models.includes(id);
          const describedBy = `summary-${id.replaceAll(' ', '-')}`;
          return (
            // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is the control
            <label key={id} className={classes.option} data-checked={checked}>
              <Checkbox
                mt={2}
                checked={checked}
                // One is always needed.
                disabled={checked && models.length === 1}
                onChange={() => toggle(id)}
                aria-label={modelOf(id).label}
                aria-describedby={describedBy}
              />
              <span className={classes.optionText}>
                <b>{modelOf(id).label}</b>
                {connection !== null && (
                  <span className={classes.price}>{priceWords(priceOf(connection.prices, id))}</span>
                )}
                <span id={describedBy}>{summaryOf(id, isHere, own)}</span>
              </span>
            </label>
          );
        })}
      </Stack>
      <p className={classes.note}>{isFree ? PRESET_SETTINGS.modelsFree : PRESET_SETTINGS.modelsNote}</p>
    </fieldset>
  );
}

function summaryOf(model: ModelId, isHere: boolean, own: readonly OwnModelView[] | null): string {
  if (!isOwnModel(model)) return modelOf(model).summary;
  if (!isHere) return PRESET_SETTINGS.onlyHere;
  const found = own?.find(({ id }) => id === model);
  if (found === undefined) return own === null ? '' : PRESET_SETTINGS.goneModel;
  return found.about === '' ? PRESET_SETTINGS.ownModel : found.about;
}

/** @param price micro-USD a second */
function priceWords(price: number | null): string {
  if (price === null) return PRESET_SETTINGS.noPrice;
  return price === 0 ? PRESET_SETTINGS.free : PRESET_SETTINGS.perMinute(formatUsd(price * 60));
}
