/** The output picker: where results are saved, and as which type of file. */

import { Button, Menu, TextInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { type BatchPreset, isAbsolutePath, type OutputPlace } from '../../../../shared/domain/batch/batch-preset.ts';
import { desktopBridge } from '../../../bridge/desktop-transport.ts';
import { showRefusal } from '../../../components/messages/refusal.ts';
import { useDesk, useSession } from '../../../state/desk-context.ts';
import classes from './batch-bar.module.css';
import { BAR } from './strings.ts';

const TYPES = ['audio', 'mp3'] as const;

export function OutputPicker() {
  const desk = useDesk();
  const preset = useSession((state) => state.preset);
  const filesHavePaths = useSession((state) => state.info?.filesHavePaths ?? false);
  if (preset === null) return null;
  const places: readonly OutputPlace['kind'][] = filesHavePaths
    ? ['beside-source', 'folder', 'library']
    : ['folder', 'library'];

  function change(part: Partial<BatchPreset>): void {
    if (preset !== null) desk.setPreset({ ...preset, ...part }).catch(showRefusal);
  }

  function choose(kind: OutputPlace['kind']): void {
    if (kind !== 'folder') change({ output: { kind } });
    else chooseFolder(preset?.output, (path) => change({ output: { kind, path } }));
  }

  return (
    <Menu position="bottom-start" width={320}>
      <Menu.Target>
        <button type="button" className={classes.picker} title={placeOf(preset.output)}>
          <span className={classes.pickerName}>{BAR.output}</span>
          <span className={classes.pickerValue}>
            {placeName(preset.output)}
            {preset.downloadType === 'mp3' && ` · ${BAR.mp3}`}
          </span>
          <IconChevronDown size={14} stroke={2} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{BAR.outputTitle}</Menu.Label>
        {places.map((kind) => (
          <Option
            key={kind}
            words={BAR.outputs[kind]}
            checked={preset.output.kind === kind}
            onClick={() => choose(kind)}
          />
        ))}
        <Menu.Divider />
        <Menu.Label>{BAR.typeTitle}</Menu.Label>
        {TYPES.map((type) => (
          <Option
            key={type}
            words={BAR.types[type]}
            checked={preset.downloadType === type}
            onClick={() => change({ downloadType: type })}
          />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

interface OptionProps {
  readonly words: readonly [title: string, note: string];
  readonly checked: boolean;
  readonly onClick: () => void;
}

function Option({ words: [title, note], checked, onClick }: OptionProps) {
  return (
    <Menu.Item
      role="menuitemradio"
      aria-checked={checked}
      onClick={onClick}
      rightSection={checked ? <IconCheck size={16} stroke={2} color="var(--ct-accent)" /> : null}
    >
      <span className={classes.optionText}>
        <b>{title}</b>
        <span>{note}</span>
      </span>
    </Menu.Item>
  );
}

function placeName(output: OutputPlace): string {
  if (output.kind !== 'folder') return BAR.outputs[output.kind][0];
  const parts = output.path.split(/[\\/]/).filter((part) => part !== '');
  return parts.at(-1) ?? output.path;
}

function placeOf(output: OutputPlace): string {
  return output.kind === 'folder' ? output.path : BAR.outputs[output.kind][1];
}

/** The system's dialog on the desktop, a text field elsewhere. */
function chooseFolder(present: OutputPlace | undefined, onChosen: (path: string) => void): void {
  const bridge = desktopBridge();
  if (bridge !== null) {
    bridge
      .chooseOutputFolder()
      .then((path) => path !== null && onChosen(path))
      .catch(showRefusal);
    return;
  }
  const id = modals.open({
    title: BAR.folderTitle,
    children: (
      <FolderForm
        initial={present?.kind === 'folder' ? present.path : ''}
        onChosen={(path) => {
          modals.close(id);
          onChosen(path);
        }}
      />
    ),
  });
}

function FolderForm({ initial, onChosen }: { initial: string; onChosen: (path: string) => void }) {
  const [path, setPath] = useState(initial);
  const [tried, setTried] = useState(false);
  const complete = isAbsolutePath(path.trim());
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (complete) onChosen(path.trim());
      }}
    >
      <TextInput
        data-autofocus
        label={BAR.folderLabel}
        description={BAR.folderHint}
        placeholder={BAR.folderExample}
        error={tried && !complete ? BAR.folderRelative : null}
        value={path}
        onChange={(event) => setPath(event.currentTarget.value)}
      />
      <Button mt="md" fullWidth type="submit" variant="filled" disabled={path.trim() === ''}>
        {BAR.folderAction}
      </Button>
    </form>
  );
}
