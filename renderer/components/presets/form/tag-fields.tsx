/** Tags and cover of outputs: typed once for all, with tokens for what differs. */

import { TextInput } from '@mantine/core';
import { useRef } from 'react';
import type { BatchPreset } from '../../../../shared/domain/batch/batch-preset.ts';
import type { RowSettings } from '../../../../shared/domain/batch/row-settings.ts';
import { isNumberTemplate, TAG_NAMES, TAG_TOKENS } from '../../../../shared/domain/naming/tags.ts';
import { useSettling } from '../paths/path-input.tsx';
import { COVER, PRESET_SETTINGS } from '../strings.ts';
import { Field } from './field.tsx';
import { FileChoice } from './file-choice.tsx';
import classes from './settings.module.css';

const LONGEST = 1000;

interface TagFieldsProps {
  readonly settings: Pick<BatchPreset, 'tags'>;
  readonly onChange: (changes: RowSettings) => void;
}

export function TagFields({ settings, onChange }: TagFieldsProps) {
  const { tags = {} } = settings;
  const number = useRef<HTMLInputElement>(null);
  const isNumber = isNumberTemplate(tags.number ?? '');
  useSettling(async () => {
    if (!isNumber) number.current?.focus();
    return isNumber;
  });
  return (
    <>
      {TAG_NAMES.map((name) => (
        <Field key={name} label={PRESET_SETTINGS.tags[name]}>
          <TextInput
            size="xs"
            {...(name === 'number' ? { ref: number } : {})}
            aria-label={PRESET_SETTINGS.tags[name]}
            placeholder={PRESET_SETTINGS.tagExamples[name]}
            maxLength={LONGEST}
            spellCheck={false}
            value={tags[name] ?? ''}
            error={name === 'number' && !isNumber ? PRESET_SETTINGS.notANumber(tags.number ?? '') : null}
            onChange={(event) => onChange({ tags: { ...tags, [name]: event.currentTarget.value } })}
          />
        </Field>
      ))}
      <FileChoice
        label={PRESET_SETTINGS.cover}
        words={COVER}
        purpose="cover"
        file={tags.cover ?? ''}
        onChange={(cover) => onChange({ tags: { ...tags, cover } })}
      />
      <p className={classes.note}>{PRESET_SETTINGS.tagsNote(TAG_TOKENS.map((token) => `{${token}}`).join(' '))}</p>
    </>
  );
}
