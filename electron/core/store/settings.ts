/** Settings: small remembered values, never secret. */

import { eq } from 'drizzle-orm';
import type { Orm } from './open-store.ts';
import { settings } from './schema.ts';

export type SettingName =
  | 'preset'
  | 'chosen-connection'
  | 'queue-paused'
  | 'preferences'
  | 'notices'
  | 'listing-lags'
  | 'writer'
  | 'recovery';

export function settingTable(orm: Orm) {
  return {
    /** The stored value as it was written, or undefined; the reader checks its shape. */
    get(name: SettingName): unknown {
      return orm.select().from(settings).where(eq(settings.name, name)).get()?.value;
    },
    set(name: SettingName, value: unknown): void {
      orm.insert(settings).values({ name, value }).onConflictDoUpdate({ target: settings.name, set: { value } }).run();
    },
  };
}
