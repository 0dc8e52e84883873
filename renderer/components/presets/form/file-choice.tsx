/** A file of the person's that outputs get: chosen in a dialog; typed in a browser, which has none that tells where a file is. */

import { Button, Group } from '@mantine/core';
import type { FilePurpose } from '../../../../shared/contract/page/bridge.ts';
import { desktopBridge } from '../../../bridge/desktop-transport.ts';
import { showRefusal } from '../../messages/saving.tsx';
import { PathInput } from '../paths/path-input.tsx';
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

function TypedFile({ file, label, onChange, words }: FileChoiceProps) {
  return (
    <Field label={label} note={words.typedNote}>
      <PathInput aria-label={label} placeholder={words.example} path={file} mayBeEmpty onTake={onChange} />
    </Field>
  );
}
