/** The presets to choose from, each with its menu. */

import { Badge, Radio } from '@mantine/core';
import { type NamedPreset, presetOf } from '../../../shared/domain/batch/presets.ts';
import { useDesk, useSession } from '../../state/desk-context.ts';
import { showRefusal } from '../messages/refusal.ts';
import { choosePreset } from './preset-actions.tsx';
import { PresetMenu } from './preset-menu.tsx';
import { presetWords } from './preset-words.ts';
import classes from './presets.module.css';
import { PRESETS } from './strings.ts';

interface PresetListProps {
  readonly onRename: (preset: NamedPreset) => void;
}

export function PresetList({ onRename }: PresetListProps) {
  const desk = useDesk();
  const presets = useSession((state) => state.presets);
  const chosen = useSession((state) => state.chosenPresetId);
  const standard = useSession((state) => state.defaultPresetId);
  const hasPaths = useSession((state) => state.info?.filesHavePaths ?? false);
  return (
    <Radio.Group
      aria-label={PRESETS.list}
      value={chosen ?? ''}
      onChange={(id) => choosePreset(desk, id).catch(showRefusal)}
    >
      <div className={classes.list}>
        {presets.map((preset) => (
          <div key={preset.id} className={classes.entry} data-chosen={preset.id === chosen}>
            <Radio.Card
              value={preset.id}
              withBorder={false}
              className={classes.card}
              data-autofocus={preset.id === chosen || undefined}
            >
              <span className={classes.entryName}>
                <b>{preset.name}</b>
                {preset.id === standard && (
                  <Badge size="xs" variant="light" tt="none">
                    {PRESETS.standard}
                  </Badge>
                )}
              </span>
              <span className={classes.entryWords}>{presetWords(presetOf(preset.settings), hasPaths)}</span>
            </Radio.Card>
            <PresetMenu
              preset={preset}
              isDefault={preset.id === standard}
              onRename={preset.builtIn ? undefined : () => onRename(preset)}
            />
          </div>
        ))}
      </div>
    </Radio.Group>
  );
}
