/** All presets as cards, to manage them. Which one the desk uses is chosen there. */

import { Badge } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ComponentProps, useState } from 'react';
import { BUILT_IN_PRESETS, freeName, presetOf, settingsOf } from '../../../shared/domain/batch/presets.ts';
import { useSession } from '../../state/desk-context.ts';
import { PresetEditor } from './preset-editor.tsx';
import { PresetMenu } from './preset-menu.tsx';
import { presetWords } from './preset-words.ts';
import classes from './presets.module.css';
import { PRESETS } from './strings.ts';

type Edited = ComponentProps<typeof PresetEditor>['preset'];

export function PresetCards() {
  const presets = useSession((state) => state.presets);
  const present = useSession((state) => state.preset);
  const standard = useSession((state) => state.defaultPresetId);
  const hasPaths = useSession((state) => state.info?.filesHavePaths ?? false);
  const [edited, setEdited] = useState<Edited | null>(null);

  function begin(): void {
    const settings = present === null ? BUILT_IN_PRESETS[0]?.settings : settingsOf(present);
    if (settings !== undefined) setEdited({ name: freeName(PRESETS.newName, presets), settings });
  }

  return (
    <div className={classes.cards}>
      {presets.map((preset) => (
        <article key={preset.id} className={classes.tile} aria-label={preset.name}>
          <div className={classes.tileName}>
            <b>{preset.name}</b>
            {preset.id === standard && (
              <Badge size="sm" variant="light" tt="none">
                {PRESETS.standard}
              </Badge>
            )}
            <PresetMenu
              preset={preset}
              isDefault={preset.id === standard}
              onEdit={preset.builtIn ? undefined : () => setEdited(preset)}
            />
          </div>
          <p>{presetWords(presetOf(preset.settings), hasPaths)}</p>
          {preset.builtIn && <p>{PRESETS.builtIn}</p>}
        </article>
      ))}
      <button type="button" className={classes.newTile} onClick={begin}>
        <IconPlus size={16} stroke={1.8} />
        {PRESETS.new}
      </button>
      {edited !== null && <PresetEditor key={edited.id ?? 'new'} preset={edited} onClose={() => setEdited(null)} />}
    </div>
  );
}
