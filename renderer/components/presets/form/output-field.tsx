/** Where results are saved. A folder is chosen in the system's dialog, or entered where there is none. */

import { Button, Radio, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { isAbsolutePath, type OutputPlace } from '../../../../shared/domain/batch/batch-preset.ts';
import { desktopBridge } from '../../../bridge/desktop-transport.ts';
import { useDesk, useSession } from '../../../state/desk-context.ts';
import { showRefusal } from '../../messages/refusal.ts';
import { shownPlace } from '../preset-words.ts';
import { SETTINGS } from '../strings.ts';
import classes from './settings.module.css';

interface OutputFieldProps {
  readonly output: OutputPlace;
  readonly onChange: (output: OutputPlace) => void;
}

export function OutputField({ output, onChange }: OutputFieldProps) {
  const hasPaths = useSession((state) => state.info?.filesHavePaths ?? false);
  /** The folder is chosen as a place, and not known yet. */
  const [asked, setAsked] = useState(false);
  const bridge = desktopBridge();
  const kinds = hasPaths ? (['beside-source', 'folder', 'library'] as const) : (['folder', 'library'] as const);
  const folder = output.kind === 'folder' ? output.path : '';

  function ask(): void {
    if (bridge === null) {
      setAsked(true);
      return;
    }
    bridge
      .chooseOutputFolder()
      .then((path) => path !== null && onChange({ kind: 'folder', path }))
      .catch(showRefusal);
  }

  function choose(kind: string): void {
    const place = kinds.find((one) => one === kind);
    setAsked(false);
    if (place === 'folder') ask();
    else if (place !== undefined) onChange({ kind: place });
  }

  const shown = asked ? 'folder' : shownPlace(output, hasPaths);
  return (
    <div>
      <Radio.Group label={SETTINGS.output} value={shown} onChange={choose}>
        <div className={classes.options}>
          {kinds.map((kind) => {
            const [title, note] = SETTINGS.outputs[kind];
            return (
              <Radio
                key={kind}
                value={kind}
                size="xs"
                label={title}
                description={kind === 'folder' && folder !== '' ? folder : note}
                className={classes.place}
              />
            );
          })}
        </div>
      </Radio.Group>
      {shown === 'folder' &&
        (bridge === null ? (
          <FolderInput
            initial={folder}
            autoFocus={asked}
            onChosen={(path) => {
              setAsked(false);
              onChange({ kind: 'folder', path });
            }}
          />
        ) : (
          <Button size="xs" mt={8} onClick={ask}>
            {SETTINGS.chooseFolder}
          </Button>
        ))}
    </div>
  );
}

interface FolderInputProps {
  readonly initial: string;
  readonly autoFocus: boolean;
  readonly onChosen: (path: string) => void;
}

/** Takes the path when it is left or confirmed. */
function FolderInput({ initial, autoFocus, onChosen }: FolderInputProps) {
  const [path, setPath] = useState(initial);
  const [error, setError] = useState<string | null>(null);
  const { client } = useDesk();
  useEffect(() => setPath(initial), [initial]);
  const wanted = path.trim();

  function take(): void {
    if (wanted === initial || (wanted === '' && error === null)) return;
    if (isAbsolutePath(wanted) && !/[$%]/.test(wanted)) choose(wanted);
    else if (!/^[~$%/\\A-Z]/.test(wanted)) setError(SETTINGS.folderRelative);
    else {
      // `~` and variables mean something on the host only.
      client.adding
        .readFolder({ text: wanted })
        .then((read) => (read.path === null ? setError(read.reason) : choose(read.path)))
        .catch(showRefusal);
    }
  }

  function choose(folder: string): void {
    setError(null);
    onChosen(folder);
  }

  return (
    <TextInput
      mt={8}
      size="xs"
      autoFocus={autoFocus}
      label={SETTINGS.folderLabel}
      description={SETTINGS.folderHint}
      placeholder={SETTINGS.folderExample}
      error={error}
      value={path}
      onChange={(event) => {
        setError(null);
        setPath(event.currentTarget.value);
      }}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take();
      }}
    />
  );
}
