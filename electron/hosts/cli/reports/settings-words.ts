/** How a terminal names settings, and writes and reads their values. Pure. */

import { MICRO_USD_PER_USD } from '../../../../shared/domain/money.ts';
import {
  DEFAULT_PREFERENCES,
  PREFERENCE_NAMES,
  type PreferenceName,
  type Preferences,
  preferenceChanges,
} from '../../../../shared/domain/preferences.ts';
import { SETTING_WORDS } from '../strings/reports.ts';

const BYTES_PER_MB = 1_000_000;
const NONE = 'none';

/** `upload-limit` for `uploadLimit`; stages of `concurrency` are settings of their own: `uploads-at-once`. */
export interface NamedSetting {
  readonly name: string;
  readonly preference: PreferenceName;
  /** What it may be, in words. */
  readonly values: string;
  write(preferences: Preferences): string;
  /** What is meant, before it is checked; null for text that means nothing. */
  read(text: string, preferences: Preferences): unknown;
}

const AT_ONCE = ['uploads', 'restorations', 'downloads'] as const;

export const SETTINGS: readonly NamedSetting[] = PREFERENCE_NAMES.flatMap((preference): NamedSetting[] => {
  const name = preference.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  if (preference === 'concurrency')
    return AT_ONCE.map((stage) => ({
      name: `${stage}-at-once`,
      preference,
      values: SETTING_WORDS.atOnce,
      write: ({ concurrency }) => String(concurrency[stage] ?? 'automatic'),
      read: (text, { concurrency }) => ({ ...concurrency, [stage]: text === 'automatic' ? null : numberIn(text) }),
    }));
  if (preference === 'uploadLimit' || preference === 'downloadLimit')
    return [
      {
        name,
        preference,
        values: SETTING_WORDS.limit,
        write: ({ [preference]: limit }) => (limit === null ? NONE : String(limit / BYTES_PER_MB)),
        read: (text) => (text === NONE ? null : Math.round(numberIn(text) * BYTES_PER_MB)),
      },
    ];
  if (preference === 'resendCeiling')
    return [
      {
        name,
        preference,
        values: SETTING_WORDS.amount,
        write: ({ resendCeiling }) => String(resendCeiling / MICRO_USD_PER_USD),
        read: (text) => Math.round(numberIn(text) * MICRO_USD_PER_USD),
      },
    ];
  return [
    {
      name,
      preference,
      values: valuesOf(preference),
      write: ({ [preference]: value }) => (typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value)),
      read: (text) => (text === 'on' ? true : text === 'off' ? false : text),
    },
  ];
});

function valuesOf(preference: PreferenceName): string {
  if (typeof DEFAULT_PREFERENCES[preference] === 'boolean') return SETTING_WORDS.onOrOff;
  const refused = preferenceChanges.safeParse({ [preference]: '' }).error?.issues[0];
  return refused?.code === 'invalid_value' ? SETTING_WORDS.oneOf(refused.values.map(String)) : SETTING_WORDS.other;
}

/** @returns the change, or null for a value that the setting refuses */
export function changeTo(setting: NamedSetting, text: string, preferences: Preferences): Partial<Preferences> | null {
  const change = { [setting.preference]: setting.read(text, preferences) };
  return preferenceChanges.safeParse(change).data ?? null;
}

function numberIn(text: string): number {
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
}
