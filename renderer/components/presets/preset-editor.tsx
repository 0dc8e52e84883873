/** A preset in a dialog: its name and all of its settings, saved together. */

import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { type NamedPreset, type PresetSettings, presetOf, settingsOf } from '../../../shared/domain/batch/presets.ts';
import { useDesk, useSession } from '../../state/desk-context.ts';
import { chosenConnection } from '../../state/session-store.ts';
import { SettingsDialog, type SettingsDraft } from './dialog/settings-dialog.tsx';
import { savePreset } from './preset-actions.tsx';
import { PRESET_WORDS } from './strings.ts';

interface PresetEditorProps {
  /** Without an id it is a new one. */
  readonly preset: Pick<NamedPreset, 'name'> & { readonly id?: string; readonly settings: PresetSettings };
  readonly onClose: () => void;
}

export function PresetEditor({ preset: { id, name: initial, settings }, onClose }: PresetEditorProps) {
  const desk = useDesk();
  const connection = useSession(chosenConnection);
  const [name, setName] = useState(initial);
  const [isRefused, setRefused] = useState(false);

  async function save(draft: SettingsDraft): Promise<void> {
    const saved = { ...(id === undefined ? {} : { id }), name: name.trim(), settings: settingsOf(draft.settings) };
    try {
      await savePreset(desk, saved);
    } catch (refusal) {
      setRefused(true);
      throw refusal;
    }
  }

  return (
    <SettingsDialog
      isPreset
      title={id === undefined ? PRESET_WORDS.newTitle : PRESET_WORDS.editTitle(initial)}
      head={
        <TextInput
          data-autofocus
          label={PRESET_WORDS.name}
          maxLength={60}
          value={name}
          error={isRefused}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setRefused(false);
          }}
        />
      }
      initial={{ settings: presetOf(settings), presetId: id ?? null }}
      connection={connection}
      recordings={[]}
      action={PRESET_WORDS.save}
      isBlocked={name.trim() === ''}
      onDone={save}
      onClose={onClose}
    />
  );
}
