/** Asks the browser for permission to show notifications. Browsers allow that only after a click. */

import { Button } from '@mantine/core';
import { useState } from 'react';
import { SETTINGS } from './strings.ts';

export function NotificationPermission() {
  const [permission, setPermission] = useState(() => Notification.permission);
  const { allow, allowed, denied } = SETTINGS.notifications;
  if (permission === 'granted') return <p>{allowed}</p>;
  if (permission === 'denied') return <p>{denied}</p>;
  return <Button onClick={() => void Notification.requestPermission().then(setPermission)}>{allow}</Button>;
}
