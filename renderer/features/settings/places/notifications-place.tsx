/** Settings › Notifications: what the person hears about, and the permission that browsers want. */

import { Button, Switch } from '@mantine/core';
import { useState } from 'react';
import { playEndSound } from '../../../components/messages/end-sound.ts';
import { SettingRow, SettingsPlace, SettingsSection } from '../../../components/settings/section.tsx';
import { useSession } from '../../../state/desk-context.ts';
import { SETTINGS } from '../strings.ts';
import { usePreferences } from '../use-preferences.ts';

export function NotificationsPlace() {
  const { preferences, change, resetting } = usePreferences();
  // In a window the system shows them.
  const asks = useSession(({ info }) => info?.host === 'browser' && 'Notification' in window);
  const { attention, notices, notifications } = SETTINGS;
  return (
    <SettingsPlace title={attention.title}>
      <SettingsSection title={notices.title} reset={resetting(notices.title, 'tellsEnd', 'soundsEnd', 'tellsNeed')}>
        <SettingRow label={notices.end} note={notices.endNote} standard={notices.on}>
          <Switch
            aria-label={notices.end}
            checked={preferences.tellsEnd}
            onChange={(event) => change({ tellsEnd: event.currentTarget.checked })}
          />
        </SettingRow>
        <SettingRow label={notices.sound} note={notices.soundNote} standard={notices.off}>
          <Switch
            aria-label={notices.sound}
            checked={preferences.soundsEnd}
            onChange={(event) => {
              change({ soundsEnd: event.currentTarget.checked });
              if (event.currentTarget.checked) playEndSound();
            }}
          />
        </SettingRow>
        <SettingRow label={notices.need} note={notices.needNote} standard={notices.on}>
          <Switch
            aria-label={notices.need}
            checked={preferences.tellsNeed}
            onChange={(event) => change({ tellsNeed: event.currentTarget.checked })}
          />
        </SettingRow>
      </SettingsSection>
      {asks && (
        <SettingsSection title={notifications.title} text={notifications.text}>
          <NotificationPermission />
        </SettingsSection>
      )}
    </SettingsPlace>
  );
}

function NotificationPermission() {
  const [permission, setPermission] = useState(() => Notification.permission);
  const { allow, allowed, denied } = SETTINGS.notifications;
  if (permission === 'granted') return <p>{allowed}</p>;
  if (permission === 'denied') return <p>{denied}</p>;
  return <Button onClick={() => void Notification.requestPermission().then(setPermission)}>{allow}</Button>;
}
