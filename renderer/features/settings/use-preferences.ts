/** The preferences, changing them, and going back to their defaults: here at once, then on the desk. */

import { useEffect } from 'react';
import { DEFAULT_PREFERENCES, type PreferenceName, type Preferences } from '../../../shared/domain/preferences.ts';
import { offerUndo } from '../../components/messages/notices.tsx';
import { showRefusal } from '../../components/messages/saving.tsx';
import type { SectionReset } from '../../components/settings/section.tsx';
import type { PageDesk } from '../../state/desk.ts';
import { useDesk, useSession } from '../../state/desk-context.ts';
import { announce } from '../../state/page-stores.ts';
import { SETTINGS } from './strings.ts';

export function usePreferences() {
  const desk = useDesk();
  const preferences = useSession((state) => state.preferences);

  function change(changes: Partial<Preferences>): void {
    desk
      .setPreferences(changes)
      .then(() => announce(SETTINGS.saved))
      .catch(showRefusal);
  }

  /** @param section its title, for the message that offers to undo it */
  function resetting(section: string, ...names: readonly PreferenceName[]): SectionReset {
    const isDefault = names.every((name) => isStandard(name, preferences));
    return { isDefault, onReset: () => void resetPreferences(desk, section, names).catch(showRefusal) };
  }

  return { preferences, change, resetting };
}

/** The host may have changed them meanwhile, for example when the window was closed. */
export function useFreshPreferences(): void {
  const desk = useDesk();
  useEffect(() => {
    const shown = desk.session.getState().preferences;
    desk.client.system.preferences().then((preferences) => {
      // What was changed here meanwhile is newer.
      if (desk.session.getState().preferences === shown) desk.session.setState({ preferences });
    }, showRefusal);
  }, [desk]);
}

function isStandard(name: PreferenceName, preferences: Preferences): boolean {
  return JSON.stringify(preferences[name]) === JSON.stringify(DEFAULT_PREFERENCES[name]);
}

async function resetPreferences(desk: PageDesk, section: string, names: readonly PreferenceName[]): Promise<void> {
  const before = desk.session.getState().preferences;
  await desk.setPreferences(onlyThese(DEFAULT_PREFERENCES, names));
  offerUndo(SETTINGS.wasReset(section), () => desk.setPreferences(onlyThese(before, names)));
}

function onlyThese(preferences: Preferences, names: readonly PreferenceName[]): Partial<Preferences> {
  return Object.fromEntries(names.map((name) => [name, preferences[name]]));
}
