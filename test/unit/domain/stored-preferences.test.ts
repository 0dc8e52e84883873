import { expect, test } from 'vitest';
import {
  DEFAULT_PREFERENCES,
  PREFERENCE_NAMES,
  PREFERENCES_VERSION,
  type Preferences,
  preferenceChanges,
  preferencesFrom,
  storedForm,
} from '../../../shared/domain/preferences.ts';
import { PREFERENCE_SAMPLES } from '../../fixtures/preference-samples.ts';

const OTHERS = Object.fromEntries(PREFERENCE_NAMES.map((name) => [name, PREFERENCE_SAMPLES[name].other]));

test.each(PREFERENCE_NAMES)(
  '%s is changed alone, refuses what is no value of it, and never takes others with it',
  (name) => {
    const { other, refused } = PREFERENCE_SAMPLES[name];
    expect(other).not.toEqual(DEFAULT_PREFERENCES[name]);
    expect(preferenceChanges.parse({ [name]: other })).toEqual({ [name]: other });
    for (const value of refused) {
      expect(preferenceChanges.safeParse({ [name]: value }).success, JSON.stringify(value)).toBe(false);
      const read = preferencesFrom({ ...OTHERS, [name]: value, version: PREFERENCES_VERSION });
      expect(read.damaged, JSON.stringify(value)).toEqual([name]);
      expect(read.preferences).toEqual({ ...OTHERS, [name]: DEFAULT_PREFERENCES[name] });
    }
  },
);

test('what was stored is read again; what is missing has its default', () => {
  const kept = { unknown: {}, version: PREFERENCES_VERSION };
  expect(preferencesFrom(storedForm(OTHERS as Preferences, kept))).toEqual({
    ...kept,
    preferences: OTHERS,
    damaged: [],
  });
  expect(preferencesFrom(undefined)).toMatchObject({ preferences: DEFAULT_PREFERENCES, damaged: [] });
  expect(preferencesFrom({ version: PREFERENCES_VERSION }).preferences).toEqual(DEFAULT_PREFERENCES);
});

test.each([
  ['nothing', { whenEnded: 'nothing', tellsEnd: false }],
  ['notify', { whenEnded: 'nothing', tellsEnd: true }],
  ['script', { whenEnded: 'script', tellsEnd: true }],
  ['quit', { whenEnded: 'quit', tellsEnd: true }],
])('the first version’s end “%s” is what it was', (whenEnded, expected) => {
  const first = {
    ...{ uploadLimit: null, downloadLimit: 5_000_000, resendCeiling: 1_000_000, whenClosed: 'ask', density: 'compact' },
    concurrency: { uploads: null, restorations: null, downloads: null },
  };
  const read = preferencesFrom({ ...first, whenEnded });
  expect(read.damaged).toEqual([]);
  expect(read.preferences).toEqual({ ...DEFAULT_PREFERENCES, ...first, ...expected });
});

test('settings of a newer version keep what this one doesn’t know, and their number', () => {
  const read = preferencesFrom({ ...OTHERS, version: 9, sparkle: { hue: 3 } });
  expect(read.preferences).toEqual(OTHERS);
  expect(storedForm(read.preferences, read)).toEqual({ ...OTHERS, version: 9, sparkle: { hue: 3 } });
});

test.each([['text'], [7], [null], [[]], [{ version: 'two' }], [{ version: 0 }]])(
  'settings that are no settings at all are the defaults: %j',
  (stored) => {
    expect(preferencesFrom(stored)).toMatchObject({ preferences: DEFAULT_PREFERENCES, damaged: 'all' });
  },
);
