/** The sections of the settings' dialog: their fields, and each one's present value in a word. */

import { Stack } from '@mantine/core';
import type { ConnectionView } from '../../../../shared/contract/connections.ts';
import { type BatchPreset, exportSettingsOf } from '../../../../shared/domain/batch/batch-preset.ts';
import type { RowSettings } from '../../../../shared/domain/batch/row-settings.ts';
import { DEFAULT_STRENGTH } from '../../../../shared/domain/export/settings.ts';
import { countTags } from '../../../../shared/domain/naming/tags.ts';
import { BookendFields } from '../form/bookend-fields.tsx';
import { FileFields } from '../form/file-fields.tsx';
import { LoudnessFields } from '../form/loudness-fields.tsx';
import { OutputField } from '../form/output-field.tsx';
import { ModelField } from '../form/settings-form.tsx';
import { RestorationField, Strength } from '../form/sound-fields.tsx';
import { TagFields } from '../form/tag-fields.tsx';
import { TrackField } from '../form/track-field.tsx';
import { NamingField } from '../naming/naming-field.tsx';
import { bookendsIn, folderName, formatWords, restorationWords, shortModelNames } from '../preset-words.ts';
import { percentWords, signed } from '../sound-words.ts';
import { BOOKENDS, PRESET_SETTINGS, SETTINGS_DIALOG as WORDS } from '../strings.ts';

export type SectionId = keyof typeof WORDS.sections;

const ALL: readonly SectionId[] = ['models', 'sound', 'loudness', 'file', 'around', 'place', 'tags'];

/** @param isRestored results are there: models are chosen */
export function sectionsFor(isRestored: boolean): readonly SectionId[] {
  return isRestored ? ALL.filter((id) => id !== 'models') : ALL;
}

/** `−16`, `MP3 192`, `3 tags`. @param isRestored how it was restored is settled */
export function sectionValue(section: SectionId, settings: BatchPreset, isRestored = false): string {
  const { bitRate, format, levelVoices, loudness, strength } = exportSettingsOf(settings);
  switch (section) {
    case 'models':
      return shortModelNames(settings.models);
    case 'sound':
      if (isRestored || strength !== DEFAULT_STRENGTH) return percentWords(strength);
      return settings.samplingPreset === undefined
        ? PRESET_SETTINGS.noRestoration
        : restorationWords(settings.samplingPreset);
    case 'loudness':
      if (loudness !== null) return signed(loudness);
      return levelVoices === true ? WORDS.voices : WORDS.none;
    case 'file':
      return [
        format === 'source' ? WORDS.original : formatWords(format, bitRate),
        ...(settings.also == null ? [] : [formatWords(settings.also.format, settings.also.bitRate)]),
      ].join(' + ');
    case 'around':
      return BOOKENDS.tab[bookendsIn(settings)];
    case 'place': {
      const { output } = settings;
      if (output.kind === 'folder') return folderName(output.path);
      return output.kind === 'library' ? WORDS.library : WORDS.beside;
    }
    case 'tags': {
      const count = countTags(settings.tags);
      return count === 0 ? WORDS.tagsKept : PRESET_SETTINGS.tagCount(count);
    }
  }
}

const KEYS: Readonly<Record<SectionId, readonly (keyof BatchPreset)[]>> = {
  models: ['models'],
  sound: ['strength', 'samplingPreset', 'track'],
  loudness: ['loudness', 'monoLoudness', 'truePeak', 'levelVoices', 'channels'],
  file: ['format', 'bitRate', 'video', 'also', 'keepsFileTime'],
  around: ['intro', 'outro', 'crossFade'],
  place: ['namingTemplate', 'output'],
  tags: ['tags'],
};

/** Those of a section's settings in which recordings differ. */
export function mixedIn(section: SectionId, differing: readonly (keyof BatchPreset)[]): readonly (keyof BatchPreset)[] {
  return KEYS[section].filter((key) => differing.includes(key));
}

interface SectionFieldsProps {
  readonly section: SectionId;
  readonly settings: BatchPreset;
  readonly connection: Pick<ConnectionView, 'kind' | 'prices'> | null;
  readonly isRestored: boolean;
  readonly onChange: (changes: RowSettings) => void;
}

export function SectionFields({ connection, isRestored, onChange, section, settings }: SectionFieldsProps) {
  switch (section) {
    case 'models':
      return (
        <ModelField models={settings.models} connection={connection} onChange={(models) => onChange({ models })} />
      );
    case 'sound':
      return (
        <Stack gap={20}>
          {!isRestored && <RestorationField settings={settings} onChange={onChange} />}
          <Strength
            value={exportSettingsOf(settings).strength}
            onMove={(strength) => onChange({ strength })}
            onChosen={(strength) => onChange({ strength })}
          />
          {!isRestored && <TrackField settings={settings} onChange={onChange} />}
        </Stack>
      );
    case 'loudness':
      return (
        <Stack gap={16}>
          <LoudnessFields settings={settings} onChange={onChange} />
        </Stack>
      );
    case 'file':
      return (
        <Stack gap={16}>
          <FileFields settings={settings} onChange={onChange} />
        </Stack>
      );
    case 'around':
      return (
        <Stack gap={16}>
          <BookendFields settings={settings} onChange={onChange} />
        </Stack>
      );
    case 'place':
      return (
        <Stack gap={20}>
          <NamingField live settings={settings} onChange={(namingTemplate) => onChange({ namingTemplate })} />
          <OutputField output={settings.output} onChange={(output) => onChange({ output })} />
        </Stack>
      );
    case 'tags':
      return (
        <Stack gap={10}>
          <TagFields settings={settings} onChange={onChange} />
        </Stack>
      );
  }
}
