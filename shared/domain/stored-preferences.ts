/** Preferences as they are stored: read from every earlier version, field by field, and from damaged ones as far as they hold. */

import {
  DEFAULT_PREFERENCES,
  PREFERENCE_NAMES,
  type PreferenceName,
  type Preferences,
  preferencesSchema,
} from './preferences.ts';

/** Grows with every change that a default can't cover; `TO_NEXT` then says how to get there. */
export const PREFERENCES_VERSION = 2;

type Fields = Readonly<Record<string, unknown>>;

/** What leads from each version to the next. Version 1 had no number. */
const TO_NEXT: Readonly<Record<number, (fields: Fields) => Fields>> = {
  // The notice of the end was one of the things that could happen at the end.
  1: ({ whenEnded, ...rest }) => {
    if (whenEnded === undefined) return rest;
    return { ...rest, tellsEnd: whenEnded !== 'nothing', whenEnded: whenEnded === 'notify' ? 'nothing' : whenEnded };
  },
};

export interface ReadPreferences {
  readonly preferences: Preferences;
  /** Fields that aren't what they should be, and have their defaults instead; `all` if nothing could be read. */
  readonly damaged: readonly PreferenceName[] | 'all';
  /** Fields of a newer Cleartake: kept, so that going back and forth between versions loses nothing. */
  readonly unknown: Fields;
  readonly version: number;
}

/** @param stored from the store; undefined where nothing was ever set */
export function preferencesFrom(stored: unknown): ReadPreferences {
  if (stored === undefined) return nothingRead([]);
  if (!isRecord(stored)) return nothingRead('all');
  const { version = 1, ...fields } = stored;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) return nothingRead('all');
  const current = upToDate(fields, version);
  const damaged: PreferenceName[] = [];
  const preferences: Record<string, unknown> = { ...DEFAULT_PREFERENCES };
  for (const name of PREFERENCE_NAMES) {
    if (current[name] === undefined) continue;
    const fitting = preferencesSchema.shape[name].safeParse(current[name]);
    if (fitting.success) preferences[name] = fitting.data;
    else damaged.push(name);
  }
  const unknown = Object.fromEntries(Object.entries(current).filter(([name]) => !(name in preferencesSchema.shape)));
  return {
    preferences: preferencesSchema.parse(preferences),
    damaged,
    unknown,
    version: Math.max(version, PREFERENCES_VERSION),
  };
}

/** What is stored for them. */
export function storedForm(
  preferences: Preferences,
  { unknown, version }: Pick<ReadPreferences, 'unknown' | 'version'>,
) {
  return { ...unknown, ...preferences, version };
}

function upToDate(fields: Fields, version: number): Fields {
  let current = fields;
  for (let step = version; step < PREFERENCES_VERSION; step += 1) current = TO_NEXT[step]?.(current) ?? current;
  return current;
}

function nothingRead(damaged: [] | 'all'): ReadPreferences {
  return { preferences: DEFAULT_PREFERENCES, damaged, unknown: {}, version: PREFERENCES_VERSION };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
