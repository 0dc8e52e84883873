/** Tags and cover of outputs: typed once for all, with tokens for what differs. */

import { Button, Group, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { type BatchPreset, isAbsolutePath } from '../../../../shared/domain/batch/batch-preset.ts';
import type { RowSettings } from '../../../../shared/domain/batch/row-settings.ts';
import { TAG_NAMES, TAG_TOKENS } from '../../../../shared/domain/naming/tags.ts';
import { desktopBridge } from '../../../bridge/desktop-transport.ts';
import { showRefusal } from '../../messages/saving.tsx';
import { PRESET_SETTINGS } from '../strings.ts';
import { Field } from './field.tsx';
import classes from './settings.module.css';

const LONGEST = 1000;

interface TagFieldsProps {
  readonly settings: Pick<BatchPreset, 'tags'>;
  readonly onChange: (changes: RowSettings) => void;
}

export function TagFields({ settings, onChange }: TagFieldsProps) {
  const { tags = {} } = settings;
  return (
    <>
      {TAG_NAMES.map((name) => (
        <Field key={name} label={PRESET_SETTINGS.tags[name]}>
          <TextInput
            size="xs"
            aria-label={PRESET_SETTINGS.tags[name]}
            placeholder={PRESET_SETTINGS.tagExamples[name]}
            maxLength={LONGEST}
            spellCheck={false}
            value={tags[name] ?? ''}
            onChange={(event) => onChange({ tags: { ...tags, [name]: event.currentTarget.value } })}
          />
        </Field>
      ))}
      <CoverField cover={tags.cover ?? ''} onChange={(cover) => onChange({ tags: { ...tags, cover } })} />
      <p className={classes.note}>{PRESET_SETTINGS.tagsNote(TAG_TOKENS.map((token) => `{${token}}`).join(' '))}</p>
    </>
  );
}

interface CoverFieldProps {
  readonly cover: string;
  readonly onChange: (cover: string) => void;
}

/** Chosen in a dialog; typed in a browser, which has none that tells where a file is. */
function CoverField(props: CoverFieldProps) {
  const { cover, onChange } = props;
  const bridge = desktopBridge();
  if (bridge === null) return <TypedCover {...props} />;

  async function choose(): Promise<void> {
    const file = (await bridge?.chooseArchive('cover')) ?? null;
    if (file !== null) onChange(file);
  }

  return (
    <Field label={PRESET_SETTINGS.cover} note={cover === '' ? PRESET_SETTINGS.coverNote : cover}>
      <Group gap={8}>
        <Button size="xs" onClick={() => void choose().catch(showRefusal)}>
          {PRESET_SETTINGS.chooseCover}
        </Button>
        {cover !== '' && (
          <Button size="xs" onClick={() => onChange('')}>
            {PRESET_SETTINGS.noCover}
          </Button>
        )}
      </Group>
    </Field>
  );
}

/** Taken when the field is left or confirmed. */
function TypedCover({ cover, onChange }: CoverFieldProps) {
  const [path, setPath] = useState(cover);
  useEffect(() => setPath(cover), [cover]);
  const isWrong = path.trim() !== '' && !isAbsolutePath(path.trim());

  function take(): void {
    if (!isWrong && path.trim() !== cover) onChange(path.trim());
  }

  return (
    <Field label={PRESET_SETTINGS.cover} note={PRESET_SETTINGS.typedCoverNote}>
      <TextInput
        size="xs"
        aria-label={PRESET_SETTINGS.cover}
        placeholder={PRESET_SETTINGS.coverExample}
        error={isWrong ? PRESET_SETTINGS.folderRelative : null}
        value={path}
        onChange={(event) => setPath(event.currentTarget.value)}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.key === 'Enter') take();
        }}
      />
    </Field>
  );
}
