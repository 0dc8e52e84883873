/** How a terminal names settings, and writes and reads their values. Pure. */

import path from 'node:path';
import { MICRO_USD_PER_USD } from '../../../../../../shared/domain/money.ts';
import {
  DEFAULT_PREFERENCES,
  PREFERENCE_NAMES,
  type PreferenceName,
  type Preferences,
  preferenceChanges,
  readProxyChoice,
} from '../../../../../../shared/domain/preferences.ts';
import { readNumber } from '../../../../../../shared/domain/units.ts';
import { unknownName } from '../../../access/named.ts';

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

const TEXTS = {
  proxyUser: 'a user name, or none',
  proxyExceptions: 'what goes to no proxy, such as .example.com,10.0.0.0/8, or none',
  certificateFile: 'a file of CA certificates in PEM or DER, or none',
  putAwayFolder: 'a folder, or none',
} as const;

const PATHS: readonly PreferenceName[] = ['certificateFile', 'putAwayFolder'];

const AT_ONCE = ['uploads', 'restorations', 'downloads'] as const;

const SETTINGS: readonly NamedSetting[] = PREFERENCE_NAMES.flatMap((preference): NamedSetting[] => {
  const name = preference.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  if (preference === 'concurrency')
    return AT_ONCE.map((stage) => ({
      name: `${stage}-at-once`,
      preference,
      values: 'a whole number, or automatic',
      write: ({ concurrency }) => String(concurrency[stage] ?? 'automatic'),
      read: (text, { concurrency }) => ({ ...concurrency, [stage]: text === 'automatic' ? null : numberIn(text) }),
    }));
  if (preference === 'uploadLimit' || preference === 'downloadLimit')
    return [
      {
        name,
        preference,
        values: 'megabytes a second, such as 2.5, or none',
        write: ({ [preference]: limit }) => (limit === null ? NONE : String(limit / BYTES_PER_MB)),
        read: (text) => (text === NONE ? null : Math.round(numberIn(text) * BYTES_PER_MB)),
      },
    ];
  if (preference === 'resendCeiling')
    return [
      {
        name,
        preference,
        values: 'an amount in dollars, such as 1.50',
        write: ({ resendCeiling }) => String(resendCeiling / MICRO_USD_PER_USD),
        read: (text) => Math.round(numberIn(text) * MICRO_USD_PER_USD),
      },
    ];
  if (preference === 'proxy')
    return [
      {
        name,
        preference,
        values: 'automatic, none, or an address such as http://proxy.example:3128, without a user and a password',
        write: ({ proxy }) => proxy,
        read: (text) => readProxyChoice(text),
      },
    ];
  if (
    preference === 'proxyUser' ||
    preference === 'proxyExceptions' ||
    preference === 'certificateFile' ||
    preference === 'putAwayFolder'
  )
    return [
      {
        name,
        preference,
        values: TEXTS[preference],
        write: ({ [preference]: text }) => (text === '' ? NONE : text),
        read: (text) => (text === NONE ? '' : PATHS.includes(preference) ? path.resolve(text) : text),
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
  if (typeof DEFAULT_PREFERENCES[preference] === 'boolean') return 'on or off';
  const refused = preferenceChanges.safeParse({ [preference]: '' }).error?.issues[0];
  return refused?.code === 'invalid_value'
    ? `one of ${refused.values.map(String).join(', ')}`
    : 'one of the values that the desk offers';
}

/** @returns the change, or null for a value that the setting refuses */
export function changeTo(setting: NamedSetting, text: string, preferences: Preferences): Partial<Preferences> | null {
  const change = { [setting.preference]: setting.read(text, preferences) };
  return preferenceChanges.safeParse(change).data ?? null;
}

function numberIn(text: string): number {
  return readNumber(text) ?? Number.NaN;
}

/** @param names all settings if empty @throws UsageError for an unknown one */
export function settingsNamed(names: readonly string[]): readonly NamedSetting[] {
  return names.length === 0 ? SETTINGS : names.map(settingNamed);
}

/** @throws UsageError */
export function settingNamed(name: string): NamedSetting {
  const setting = SETTINGS.find((each) => each.name === name);
  if (setting === undefined) throw unknownName(unknownSetting, name, SETTINGS);
  return setting;
}

function unknownSetting(name: string, names: readonly string[]): string {
  return `There is no setting called “${name}”. Settings: ${names.join(', ')}.`;
}
