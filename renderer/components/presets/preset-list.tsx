/** The presets to choose from, each with its menu. */

import { ActionIcon, Badge, Menu, Radio } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { freeName, type NamedPreset, presetOf } from '../../../shared/domain/batch/presets.ts';
import { useDesk, useSession } from '../../state/desk-context.ts';
import { showRefusal } from '../messages/refusal.ts';
import { choosePreset, exportPresets, removePreset } from './preset-actions.tsx';
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
            <PresetMenu preset={preset} isDefault={preset.id === standard} onRename={() => onRename(preset)} />
          </div>
        ))}
      </div>
    </Radio.Group>
  );
}

interface PresetMenuProps {
  readonly preset: NamedPreset;
  readonly isDefault: boolean;
  readonly onRename: () => void;
}

function PresetMenu({ preset, isDefault, onRename }: PresetMenuProps) {
  const desk = useDesk();
  const presets = useSession((state) => state.presets);
  const { client } = desk;

  function duplicate(): void {
    const { settings } = preset;
    client.presets.save({ name: freeName(PRESETS.copyOf(preset.name), presets), settings }).catch(showRefusal);
  }

  return (
    <Menu position="bottom-end" width={210} withinPortal={false}>
      <Menu.Target>
        <ActionIcon size="sm" aria-label={PRESETS.menu(preset.name)}>
          <IconDots size={16} stroke={1.8} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {!preset.builtIn && <Menu.Item onClick={onRename}>{PRESETS.rename}</Menu.Item>}
        <Menu.Item onClick={duplicate}>{PRESETS.duplicate}</Menu.Item>
        <Menu.Item onClick={() => client.presets.setDefault({ id: isDefault ? null : preset.id }).catch(showRefusal)}>
          {isDefault ? PRESETS.noDefault : PRESETS.makeDefault}
        </Menu.Item>
        <Menu.Item onClick={() => exportPresets(presets, preset)}>{PRESETS.export}</Menu.Item>
        {!preset.builtIn && (
          <>
            <Menu.Divider />
            <Menu.Item c="var(--ct-bad)" onClick={() => removePreset(desk, preset).catch(showRefusal)}>
              {PRESETS.remove}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
