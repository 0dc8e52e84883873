/** Settings › Advanced: what is rarely needed. */

import { Button } from '@mantine/core';
import { MICRO_USD_PER_USD } from '../../../../shared/domain/money.ts';
import { PREFERENCE_NAMES } from '../../../../shared/domain/preferences.ts';
import { SettingsPlace } from '../../../components/settings/place.tsx';
import { SettingRow, SettingsSection } from '../../../components/settings/section.tsx';
import { readCeiling } from '../fields/limits.ts';
import { NumberField } from '../fields/number-field.tsx';
import { SETTINGS } from '../strings.ts';
import { usePreferences } from '../use-preferences.ts';

export function AdvancedPlace() {
  const { preferences, change, resetting } = usePreferences();
  const { advanced, everything, resend } = SETTINGS;
  const all = resetting(everything.name, ...PREFERENCE_NAMES);
  return (
    <SettingsPlace title={advanced.title}>
      <SettingsSection title={resend.title} text={resend.text} reset={resetting(resend.title, 'resendCeiling')}>
        <SettingRow label={resend.field} note={resend.hint} standard={resend.standard}>
          <NumberField
            label={resend.field}
            suffix={resend.unit}
            decimals={2}
            step={0.5}
            shown={preferences.resendCeiling / MICRO_USD_PER_USD}
            read={readCeiling}
            onChange={(resendCeiling) => change({ resendCeiling })}
          />
        </SettingRow>
      </SettingsSection>
      <SettingsSection title={everything.title} text={everything.text}>
        <Button disabled={all.isDefault} onClick={all.onReset}>
          {everything.reset}
        </Button>
      </SettingsSection>
    </SettingsPlace>
  );
}
