/** Settings › Presets: all of them, to edit, exchange and choose a default. */

import { Badge } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ComponentProps, useState } from 'react';
import { BUILT_IN_PRESETS, freeName, presetOf, settingsOf } from '../../../../shared/domain/batch/presets.ts';
import { PresetExchange, PresetMenu } from '../../../components/presets/preset-actions.tsx';
import { PresetEditor } from '../../../components/presets/preset-editor.tsx';
import { presetWords } from '../../../components/presets/preset-words.ts';
import classes from '../../../components/presets/presets.module.css';
import { PRESET_WORDS } from '../../../components/presets/strings.ts';
import { SettingsPlace, SettingsSection } from '../../../components/settings/section.tsx';
import { useSession } from '../../../state/desk-context.ts';
import { SETTINGS } from '../strings.ts';

export function PresetsPlace() {
  const { presets } = SETTINGS;
  return (
    <SettingsPlace title={presets.title} lead={presets.lead} action={<PresetExchange />}>
      <SettingsSection title={presets.title} plain>
        <PresetCards />
      </SettingsSection>
    </SettingsPlace>
  );
}

type Edited = ComponentProps<typeof PresetEditor>['preset'];

function PresetCards() {
  const presets = useSession((state) => state.presets);
  const present = useSession((state) => state.preset);
  const standard = useSession((state) => state.defaultPresetId);
  const hasPaths = useSession((state) => state.info?.filesHavePaths ?? false);
  const [edited, setEdited] = useState<Edited | null>(null);

  function begin(): void {
    const settings = present === null ? BUILT_IN_PRESETS[0]?.settings : settingsOf(present);
    if (settings !== undefined) setEdited({ name: freeName(PRESET_WORDS.newName, presets), settings });
  }

  return (
    <div className={classes.cards}>
      {presets.map((preset) => (
        <article key={preset.id} className={classes.tile} aria-label={preset.name}>
          <div className={classes.tileName}>
            <b>{preset.name}</b>
            {preset.id === standard && (
              <Badge size="sm" variant="light" tt="none">
                {PRESET_WORDS.standard}
              </Badge>
            )}
            <PresetMenu
              preset={preset}
              isDefault={preset.id === standard}
              onEdit={preset.builtIn ? undefined : () => setEdited(preset)}
            />
          </div>
          <p>{presetWords(presetOf(preset.settings), hasPaths)}</p>
          {preset.builtIn && <p>{PRESET_WORDS.builtIn}</p>}
        </article>
      ))}
      <button type="button" className={classes.newTile} onClick={begin}>
        <IconPlus size={16} stroke={1.8} />
        {PRESET_WORDS.new}
      </button>
      {edited !== null && <PresetEditor key={edited.id ?? 'new'} preset={edited} onClose={() => setEdited(null)} />}
    </div>
  );
}
