/** A preset in a dialog: its name and all of its settings, saved together. */

import { Button, Modal, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type NamedPreset, type PresetSettings, presetOf, settingsOf } from '../../../shared/domain/batch/presets.ts';
import { withRowSettings } from '../../../shared/domain/batch/row-settings.ts';
import { useDesk, useSession } from '../../state/desk-context.ts';
import { chosenConnection } from '../../state/session-store.ts';
import { sentenceOf } from '../messages/saving.tsx';
import { SettingsForm } from './form/settings-form.tsx';
import { savePreset } from './preset-actions.tsx';
import classes from './presets.module.css';
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
  const [draft, setDraft] = useState(() => presetOf(settings));
  const [error, setError] = useState<string | null>(null);

  function save(): void {
    const saved = { ...(id === undefined ? {} : { id }), name: name.trim(), settings: settingsOf(draft) };
    savePreset(desk, saved).then(onClose, (thrown: unknown) => setError(sentenceOf(thrown)));
  }

  return (
    <Modal
      opened
      onClose={onClose}
      size={640}
      title={id === undefined ? PRESET_WORDS.newTitle : PRESET_WORDS.editTitle(initial)}
    >
      <TextInput
        mb={18}
        data-autofocus
        label={PRESET_WORDS.name}
        maxLength={60}
        value={name}
        error={error}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setError(null);
        }}
      />
      <SettingsForm
        settings={draft}
        connection={connection}
        onChange={(changes) => setDraft((before) => withRowSettings(before, changes))}
      />
      <div className={classes.editorActions}>
        <Button onClick={onClose}>{PRESET_WORDS.cancel}</Button>
        <Button variant="filled" disabled={name.trim() === ''} onClick={save}>
          {PRESET_WORDS.save}
        </Button>
      </div>
    </Modal>
  );
}
