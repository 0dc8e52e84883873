/** Settings, put together from its places. */

import { SettingsPage } from '../../features/settings/settings-page.tsx';
import { PLACE_PAGES } from './places.ts';

export function Settings() {
  return <SettingsPage places={PLACE_PAGES} />;
}
