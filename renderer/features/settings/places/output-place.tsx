/** Settings › Output and naming: where results of the present settings go, and under which names. */

import { Switch } from '@mantine/core';
import { type BatchPreset, DEFAULT_BATCH_PRESET, layoutOf } from '../../../../shared/domain/batch/batch-preset.ts';
import { changeRowSettings, type RowSettings, withRowSettings } from '../../../../shared/domain/batch/row-settings.ts';
import { offerUndo } from '../../../components/messages/notices.tsx';
import { showRefusal } from '../../../components/messages/saving.tsx';
import { OutputField } from '../../../components/presets/form/output-field.tsx';
import { NamingField } from '../../../components/presets/naming/naming-field.tsx';
import { PRESET_SETTINGS as PRESET_FORM, PRESET_WORDS } from '../../../components/presets/strings.ts';
import {
  type SectionReset,
  SettingRow,
  SettingsPlace,
  SettingsSection,
} from '../../../components/settings/section.tsx';
import { SETTING } from '../../../components/strings.ts';
import { useDesk, useSession } from '../../../state/desk-context.ts';
import { chosenPreset } from '../../../state/session-store.ts';
import { SETTINGS } from '../strings.ts';
import { usePreferences } from '../use-preferences.ts';

export function OutputSettings() {
  const preset = useSession((state) => state.preset);
  const name = useSession((state) => chosenPreset(state)?.name ?? PRESET_WORDS.custom);
  const { output } = SETTINGS;
  if (preset === null) return null;
  return (
    <SettingsPlace title={output.title} lead={output.lead(name)}>
      <OutputOf preset={preset} />
      <Check />
    </SettingsPlace>
  );
}

function OutputOf({ preset }: { preset: BatchPreset }) {
  const { change, resetting } = useOutputSettings(preset);
  const { output } = SETTINGS;
  return (
    <>
      <SettingsSection
        title={output.names}
        text={SETTING.standard(DEFAULT_BATCH_PRESET.namingTemplate)}
        reset={resetting(output.names, 'namingTemplate')}
      >
        <NamingField settings={preset} onChange={(namingTemplate) => change({ namingTemplate })} />
      </SettingsSection>
      <SettingsSection
        title={output.place}
        text={SETTING.standard(placeTitle(DEFAULT_BATCH_PRESET.output))}
        reset={resetting(output.place, 'output')}
      >
        <OutputField output={preset.output} onChange={(place) => change({ output: place })} />
      </SettingsSection>
    </>
  );
}

function Check() {
  const { preferences, change, resetting } = usePreferences();
  const { output } = SETTINGS;
  return (
    <SettingsSection title={output.check} reset={resetting(output.check, 'checksResults')}>
      <SettingRow label={output.checks} note={output.checksNote} standard={output.on}>
        <Switch
          aria-label={output.checks}
          checked={preferences.checksResults}
          onChange={(event) => change({ checksResults: event.currentTarget.checked })}
        />
      </SettingRow>
    </SettingsSection>
  );
}

function placeTitle(output: BatchPreset['output']): string {
  return PRESET_FORM.outputs[output.kind === 'folder' ? layoutOf(output) : output.kind][0];
}

/** Changes the settings that new recordings use; the preset they came from stays as it is until it is saved. */
function useOutputSettings(preset: BatchPreset) {
  const desk = useDesk();

  async function save(changes: RowSettings): Promise<void> {
    const now = desk.session.getState().preset;
    if (now !== null) await desk.setPreset(withRowSettings(now, changes));
  }

  function resetting(section: string, setting: 'namingTemplate' | 'output'): SectionReset {
    const before = { [setting]: preset[setting] };
    const standard = { [setting]: DEFAULT_BATCH_PRESET[setting] };
    return {
      isDefault: changeRowSettings(preset, null, standard) === null,
      onReset: () =>
        void save(standard)
          .then(() => offerUndo(SETTINGS.wasReset(section), () => save(before)))
          .catch(showRefusal),
    };
  }

  return { change: (changes: RowSettings) => void save(changes).catch(showRefusal), resetting };
}
