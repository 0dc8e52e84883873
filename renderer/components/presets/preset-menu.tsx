/** What is done with one preset: edit, rename, duplicate, default, export, delete. */

import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { freeName, type NamedPreset } from '../../../shared/domain/batch/presets.ts';
import { useDesk, useSession } from '../../state/desk-context.ts';
import { showRefusal } from '../messages/refusal.ts';
import { downloadPresets, removePreset } from './preset-actions.tsx';
import { PRESET_WORDS } from './strings.ts';

interface PresetMenuProps {
  readonly preset: NamedPreset;
  readonly isDefault: boolean;
  readonly onRename?: (() => void) | undefined;
  readonly onEdit?: (() => void) | undefined;
}

export function PresetMenu({ preset, isDefault, onEdit, onRename }: PresetMenuProps) {
  const desk = useDesk();
  const presets = useSession((state) => state.presets);
  const { client } = desk;

  function duplicate(): void {
    const { settings } = preset;
    client.presets.save({ name: freeName(PRESET_WORDS.copyOf(preset.name), presets), settings }).catch(showRefusal);
  }

  return (
    <Menu position="bottom-end" width={210} withinPortal={false}>
      <Menu.Target>
        <ActionIcon size="sm" aria-label={PRESET_WORDS.menu(preset.name)}>
          <IconDots size={16} stroke={1.8} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {onEdit !== undefined && <Menu.Item onClick={onEdit}>{PRESET_WORDS.edit}</Menu.Item>}
        {onRename !== undefined && <Menu.Item onClick={onRename}>{PRESET_WORDS.rename}</Menu.Item>}
        <Menu.Item onClick={duplicate}>{PRESET_WORDS.duplicate}</Menu.Item>
        <Menu.Item onClick={() => client.presets.setDefault({ id: isDefault ? null : preset.id }).catch(showRefusal)}>
          {isDefault ? PRESET_WORDS.noDefault : PRESET_WORDS.makeDefault}
        </Menu.Item>
        <Menu.Item onClick={() => downloadPresets(presets, preset)}>{PRESET_WORDS.export}</Menu.Item>
        {!preset.builtIn && (
          <>
            <Menu.Divider />
            <Menu.Item c="var(--ct-bad)" onClick={() => removePreset(desk, preset).catch(showRefusal)}>
              {PRESET_WORDS.remove}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
