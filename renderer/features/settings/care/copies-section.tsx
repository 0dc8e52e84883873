/** Whether listening copies of originals are kept. What they take is shown, and removed, under Space. */

import { Switch } from '@mantine/core';
import { SettingRow, SettingsSection } from '../../../components/settings/section.tsx';
import { usePreferences } from '../use-preferences.ts';
import { COPIES } from './strings.ts';

export function CopiesSection() {
  const { preferences, change, resetting } = usePreferences();
  return (
    <SettingsSection title={COPIES.title} text={COPIES.text} reset={resetting(COPIES.title, 'keepsListeningCopies')}>
      <SettingRow label={COPIES.keep} note={COPIES.note} standard={COPIES.off}>
        <Switch
          aria-label={COPIES.keep}
          checked={preferences.keepsListeningCopies}
          onChange={(event) => change({ keepsListeningCopies: event.currentTarget.checked })}
        />
      </SettingRow>
    </SettingsSection>
  );
}
