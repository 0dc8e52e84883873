/** The person's preferences and their unread notices, as the store keeps them. */

import { z } from 'zod';
import { type Notice, notice } from '../../../../shared/contract/system.ts';
import { DEFAULT_PREFERENCES, type Preferences, preferencesSchema } from '../../../../shared/domain/preferences.ts';
import type { WithSettings } from './settings.ts';

/** The stored preferences, or the defaults when they are missing or invalid. */
export function readPreferences(store: WithSettings): Preferences {
  const stored = store.settings.get('preferences');
  const fitting = preferencesSchema.safeParse({ ...DEFAULT_PREFERENCES, ...(isRecord(stored) ? stored : {}) });
  return fitting.data ?? DEFAULT_PREFERENCES;
}

export function changePreferences(store: WithSettings, changes: Partial<Preferences>): Preferences {
  const next = { ...readPreferences(store), ...changes };
  store.settings.set('preferences', next);
  return next;
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

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
