/** The person's preferences and their unread notices, as the store keeps them. */

import { z } from 'zod';
import { type Notice, notice } from '../../../../shared/contract/system.ts';
import { type Preferences, preferencesFrom, storedForm } from '../../../../shared/domain/preferences.ts';
import { PREFERENCES } from '../../strings.ts';
import type { WithReadSettings, WithSettings } from './settings.ts';

/** The stored preferences; what is missing or damaged among them has its default. */
export function readPreferences(store: WithReadSettings): Preferences {
  return preferencesFrom(store.settings.get('preferences')).preferences;
}

export function changePreferences(store: WithSettings, changes: Partial<Preferences>): Preferences {
  const read = preferencesFrom(store.settings.get('preferences'));
  const next = { ...read.preferences, ...changes };
  store.settings.set('preferences', storedForm(next, read));
  return next;
}

/** Puts damaged preferences aside and says so, once. Call it as the desk opens. */
export function mendPreferences(store: WithSettings, now: number): void {
  const stored = store.settings.get('preferences');
  const read = preferencesFrom(stored);
  if (read.damaged.length === 0) return;
  store.settings.set('preferences-aside', stored);
  store.settings.set('preferences', storedForm(read.preferences, read));
  const isAll = read.damaged === 'all';
  addNotice(store, {
    id: 'preferences',
    kind: 'settings',
    sentence: isAll ? PREFERENCES.allDamaged : PREFERENCES.damaged(read.damaged.length),
    at: now,
  });
}

/** Oldest first. */
export function readNotices(store: WithSettings): readonly Notice[] {
  return z.array(notice).safeParse(store.settings.get('notices')).data ?? [];
}

/** Adds a notice, or replaces the one with the same id. */
export function addNotice(store: WithSettings, added: Notice): void {
  store.settings.set('notices', [...readNotices(store).filter((one) => one.id !== added.id), added]);
}

export function dismissNotice(store: WithSettings, id: string): void {
  store.settings.set(
    'notices',
    readNotices(store).filter((one) => one.id !== id),
  );
}
