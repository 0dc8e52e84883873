/** Where results are saved. A folder is chosen in the system's dialog, or entered where there is none. */

import { Button, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import {
  FOLDER_LAYOUTS,
  type FolderLayout,
  layoutOf,
  type OutputPlace,
} from '../../../../shared/domain/batch/batch-preset.ts';
import { desktopBridge } from '../../../bridge/desktop-transport.ts';
import { useSession } from '../../../state/desk-context.ts';
import { showRefusal } from '../../messages/saving.tsx';
import { PathInput } from '../paths/path-input.tsx';
import { PRESET_SETTINGS } from '../strings.ts';
import classes from './settings.module.css';

const PLACES = ['beside-source', ...FOLDER_LAYOUTS, 'library'] as const;

interface OutputFieldProps {
  readonly output: OutputPlace;
  readonly onChange: (output: OutputPlace) => void;
}

export function OutputField({ output, onChange }: OutputFieldProps) {
  const hasPaths = useSession((state) => state.info?.filesHavePaths ?? false);
  /** The folder is chosen as a place, and not known yet. */
  const [asked, setAsked] = useState<FolderLayout | null>(null);
  const bridge = desktopBridge();
  const folder = output.kind === 'folder' ? output.path : '';
  const shown = asked ?? (output.kind === 'folder' ? layoutOf(output) : output.kind);
  const layout = FOLDER_LAYOUTS.find((one) => one === shown);

  function ask(wanted: FolderLayout): void {
    if (bridge === null) {
      setAsked(wanted);
      return;
    }
    bridge
      .chooseOutputFolder('results')
      .then((path) => path !== null && onChange({ kind: 'folder', path, layout: wanted }))
      .catch(showRefusal);
  }

  function choose(kind: string): void {
    const place = PLACES.find((one) => one === kind);
    setAsked(null);
    if (place === undefined) return;
    if (place === 'beside-source' || place === 'library') onChange({ kind: place });
    else if (folder === '') ask(place);
    else onChange({ kind: 'folder', path: folder, layout: place });
  }

  function noteOf(place: (typeof PLACES)[number]): string {
    if (place === 'beside-source' && !hasPaths) return PRESET_SETTINGS.besideUploads;
    const [, note] = PRESET_SETTINGS.outputs[place];
    return place === layout && folder !== '' ? `${note}: ${folder}` : note;
  }

  return (
    <div>
      <Radio.Group label={PRESET_SETTINGS.output} value={shown} onChange={choose}>
        <Stack gap={8} mt={4}>
          {PLACES.map((place) => (
            <Radio
              key={place}
              value={place}
              size="xs"
              label={PRESET_SETTINGS.outputs[place][0]}
              description={noteOf(place)}
              className={classes.place}
              classNames={{ label: classes.placeTitle, description: classes.placeNote }}
            />
          ))}
        </Stack>
      </Radio.Group>
      {layout !== undefined &&
        (bridge === null ? (
          <PathInput
            mt={8}
            autoFocus={asked !== null}
            label={PRESET_SETTINGS.folderLabel}
            description={PRESET_SETTINGS.folderHint}
            placeholder={PRESET_SETTINGS.folderExample}
            path={folder}
            mayBeEmpty={false}
            onTake={(path) => {
              setAsked(null);
              onChange({ kind: 'folder', path, layout });
            }}
          />
        ) : (
          <Button size="xs" mt={8} onClick={() => ask(layout)}>
            {PRESET_SETTINGS.chooseFolder}
          </Button>
        ))}
    </div>
  );
}
