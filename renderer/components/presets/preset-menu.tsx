/** What is done with one preset: edit, rename, duplicate, default, export, delete. */

import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { freeName, type NamedPreset } from '../../../shared/domain/batch/presets.ts';
import { useDesk, useSession } from '../../state/desk-context.ts';
import { showRefusal } from '../messages/refusal.ts';
import { exportPresets, removePreset } from './preset-actions.tsx';
import { PRESETS } from './strings.ts';

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
        {onEdit !== undefined && <Menu.Item onClick={onEdit}>{PRESETS.edit}</Menu.Item>}
        {onRename !== undefined && <Menu.Item onClick={onRename}>{PRESETS.rename}</Menu.Item>}
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
