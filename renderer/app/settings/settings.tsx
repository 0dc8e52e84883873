/** Settings, put together from its places. */

import { SettingsPage } from '../../features/settings/settings-page.tsx';
import { SETTINGS_PLACES } from './places.ts';

export function Settings() {
  return <SettingsPage places={SETTINGS_PLACES} />;
}
