/** The preferences, and changing them: here at once, then on the desk. */

import { useEffect } from 'react';
import type { Preferences } from '../../../shared/domain/preferences.ts';
import { announce } from '../../components/messages/announcer.ts';
import { showRefusal } from '../../components/messages/refusal.ts';
import { useDesk, useSession } from '../../state/desk-context.ts';
import { SETTINGS } from './strings.ts';

export function usePreferences() {
  const desk = useDesk();
  const preferences = useSession((state) => state.preferences);

  // The host may have changed them meanwhile, for example when the window was closed.
  useEffect(() => {
    desk.client.system.preferences().then((preferences) => desk.session.setState({ preferences }), showRefusal);
  }, [desk]);

  function change(changes: Partial<Preferences>): void {
    desk
      .setPreferences(changes)
      .then(() => announce(SETTINGS.saved))
      .catch(showRefusal);
  }

  return { preferences, change };
}
