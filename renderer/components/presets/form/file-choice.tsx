/** A file of the person's that outputs get: chosen in a dialog; typed in a browser, which has none that tells where a file is. */

import { Button, Group, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { FilePurpose } from '../../../../shared/contract/page/bridge.ts';
import { isAbsolutePath } from '../../../../shared/domain/batch/batch-preset.ts';
import { desktopBridge } from '../../../bridge/desktop-transport.ts';
import { showRefusal } from '../../messages/saving.tsx';
import { PRESET_SETTINGS } from '../strings.ts';
import { Field } from './field.tsx';

interface FileChoiceProps {
  readonly label: string;
  readonly words: {
    readonly note: string;
    readonly typedNote: string;
    readonly choose: string;
    readonly remove: string;
    readonly example: string;
  };
  readonly purpose: FilePurpose;
  /** Full path; empty for none. */
  readonly file: string;
  readonly onChange: (file: string) => void;
}

export function FileChoice(props: FileChoiceProps) {
  const { file, label, onChange, purpose, words } = props;
  const bridge = desktopBridge();
  if (bridge === null) return <TypedFile {...props} />;

  async function choose(): Promise<void> {
    const chosen = (await bridge?.chooseArchive(purpose)) ?? null;
    if (chosen !== null) onChange(chosen);
  }

  return (
    <Field label={label} note={file === '' ? words.note : file}>
      <Group gap={8}>
        <Button size="xs" aria-label={`${label}: ${words.choose}`} onClick={() => void choose().catch(showRefusal)}>
          {words.choose}
        </Button>
        {file !== '' && (
          <Button size="xs" aria-label={`${label}: ${words.remove}`} onClick={() => onChange('')}>
            {words.remove}
          </Button>
        )}
      </Group>
    </Field>
  );
}

/** Taken when the field is left or confirmed. */
function TypedFile({ file, label, onChange, words }: FileChoiceProps) {
  const [path, setPath] = useState(file);
  useEffect(() => setPath(file), [file]);
  const isWrong = path.trim() !== '' && !isAbsolutePath(path.trim());

  function take(): void {
    if (!isWrong && path.trim() !== file) onChange(path.trim());
  }

  return (
    <Field label={label} note={words.typedNote}>
      <TextInput
        size="xs"
        aria-label={label}
        placeholder={words.example}
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
