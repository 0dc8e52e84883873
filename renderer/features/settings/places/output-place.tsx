/** Settings › Output and naming: where results of the present settings go, and under which names. */

import { Switch } from '@mantine/core';
import { withOwn } from '../../../../shared/domain/batch/own-settings.ts';
import { showRefusal } from '../../../components/messages/refusal.ts';
import { OutputField } from '../../../components/presets/form/output-field.tsx';
import { NamingField } from '../../../components/presets/naming/naming-field.tsx';
import { PRESETS } from '../../../components/presets/strings.ts';
import { SettingsPlace } from '../../../components/settings/place.tsx';
import { SettingRow, SettingsSection } from '../../../components/settings/section.tsx';
import { useDesk, useSession } from '../../../state/desk-context.ts';
import { chosenPreset } from '../../../state/session-store.ts';
import { SETTINGS } from '../strings.ts';
import { usePreferences } from '../use-preferences.ts';

export function OutputPlace() {
  const desk = useDesk();
  const preset = useSession((state) => state.preset);
  const name = useSession((state) => chosenPreset(state)?.name ?? PRESETS.custom);
  const { preferences, change: changePreferences, resetting } = usePreferences();
  const { output } = SETTINGS;
  if (preset === null) return null;

  function change(changes: Parameters<typeof withOwn>[1]): void {
    if (preset !== null) desk.setPreset(withOwn(preset, changes)).catch(showRefusal);
  }

  return (
    <SettingsPlace title={output.title} lead={output.lead(name)}>
      <SettingsSection title={output.names}>
        <NamingField settings={preset} onChange={(namingTemplate) => change({ namingTemplate })} />
      </SettingsSection>
      <SettingsSection title={output.place}>
        <OutputField output={preset.output} onChange={(place) => change({ output: place })} />
      </SettingsSection>
      <SettingsSection title={output.check} reset={resetting(output.check, 'checksResults')}>
        <SettingRow label={output.checks} note={output.checksNote} standard={output.on}>
          <Switch
            aria-label={output.checks}
            checked={preferences.checksResults}
            onChange={(event) => changePreferences({ checksResults: event.currentTarget.checked })}
          />
        </SettingRow>
      </SettingsSection>
    </SettingsPlace>
  );
}
