/** Settings › Presets: all of them, to edit, exchange and choose a default. */

import { PresetCards } from '../../../components/presets/preset-cards.tsx';
import { PresetExchange } from '../../../components/presets/preset-exchange.tsx';
import { SettingsPlace } from '../../../components/settings/place.tsx';
import { SettingsSection } from '../../../components/settings/section.tsx';
import { SETTINGS } from '../strings.ts';

export function PresetsPlace() {
  const { presets } = SETTINGS;
  return (
    <SettingsPlace title={presets.title} lead={presets.lead} action={<PresetExchange />}>
      <SettingsSection title={presets.title} plain>
        <PresetCards />
      </SettingsSection>
    </SettingsPlace>
  );
}
