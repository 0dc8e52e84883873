/** The preferences: loaded from the desk, changed here first and then there. */

import { useEffect, useState } from 'react';
import type { Preferences } from '../../../shared/domain/preferences.ts';
import { announce } from '../../components/messages/announcer.ts';
import { showRefusal } from '../../components/messages/refusal.ts';
import { useDesk } from '../../state/desk-context.ts';
import { SETTINGS } from './strings.ts';

export function usePreferences() {
  const { client } = useDesk();
  const [preferences, setPreferences] = useState<Preferences | null>(null);

  useEffect(() => {
    client.system.preferences().then(setPreferences, showRefusal);
  }, [client]);

  function change(changes: Partial<Preferences>): void {
    setPreferences((present) => (present === null ? null : { ...present, ...changes }));
    client.system
      .setPreferences(changes)
      .then((kept) => {
        setPreferences(kept);
        announce(SETTINGS.saved);
      })
      .catch((thrown: unknown) => {
        setPreferences(preferences);
        showRefusal(thrown);
      });
  }

  return { preferences, change };
}
