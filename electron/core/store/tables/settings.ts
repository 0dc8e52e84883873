/** Settings: small values, never secret. */

import { eq, sql } from 'drizzle-orm';
import { type Orm, settings } from '../schema.ts';
import { lazily } from '../statements/prepared.ts';

export type SettingName =
  | 'preset'
  | 'presets'
  | 'chosen-connection'
  | 'queue-paused'
  | 'preferences'
  | 'preferences-aside'
  | 'notices'
  | 'listing-lags'
  | 'writer'
  | 'recovery'
  | 'witnessed'
  | 'run'
  | 'last-run'
  | 'losses'
  | 'watch-folders'
  | 'watch-doubt'
  | 'watch-disks'
  | 'work-speeds'
  | 'cap-alerts'
  | 'account-alerts'
  | 'copied-until'
  | 'saved-searches'
  | 'source-moves'
  | 'data-folder'
  | 'webhook-receiver'
  | 'rehearsal';

/** The part of the store that functions need which read or write settings. */
export interface WithSettings {
  readonly settings: ReturnType<typeof settingTable>;
}

/** The part for functions that only read them. */
export interface WithReadSettings {
  readonly settings: Pick<WithSettings['settings'], 'get'>;
}

export function settingTable(orm: Orm) {
  const byName = lazily(() =>
    orm
      .select()
      .from(settings)
      .where(eq(settings.name, sql.placeholder('name')))
      .prepare(),
  );

  const put = lazily(() =>
    orm
      .insert(settings)
      .values({ name: sql.placeholder('name'), value: sql.placeholder('value') })
      .onConflictDoUpdate({ target: settings.name, set: { value: sql`excluded.value` } })
      .prepare(),
  );

  return {
    /** The stored value, or undefined. The caller checks its shape. */
    get(name: SettingName): unknown {
      return byName().get({ name })?.value;
    },
    set(name: SettingName, value: unknown): void {
      put().run({ name, value });
    },
    remove(name: SettingName): void {
      orm.delete(settings).where(eq(settings.name, name)).run();
    },
  };
}
