/** Settings › Notifications: the permission that browsers want. Nothing where the system shows them. */

import { SettingsPlace } from '../../../components/settings/place.tsx';
import { SettingsSection } from '../../../components/settings/section.tsx';
import { NotificationPermission } from '../notification-permission.tsx';
import { SETTINGS } from '../strings.ts';

export function NotificationsPlace() {
  const { attention, notifications } = SETTINGS;
  return (
    <SettingsPlace title={attention.title}>
      <SettingsSection title={notifications.title} text={notifications.text}>
        <NotificationPermission />
      </SettingsSection>
    </SettingsPlace>
  );
}
