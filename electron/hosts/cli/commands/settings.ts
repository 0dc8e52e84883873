/** `cleartake settings`: shows, changes and resets the settings of the desk. */

import { DEFAULT_PREFERENCES, type Preferences } from '../../../../shared/domain/preferences.ts';
import { readPreferences } from '../../../core/store/tables/preferences.ts';
import { EXIT, type ExitStatus, UsageError } from '../exit-status.ts';
import { unknownName } from '../named.ts';
import { openForWork } from '../open-desk.ts';
import { type ReadOptions, reading } from '../open-store.ts';
import { print as printLines } from '../output/printer.ts';
import { jsonLine } from '../reports/printable.ts';
import { changeTo, type NamedSetting, SETTINGS } from '../reports/settings-words.ts';
import { SETTING_WORDS } from '../strings/reports.ts';
import { USAGE } from '../strings/usage.ts';

/** Needs no lock, so it works while the desk is open. @param names all settings if empty */
export function listSettings(names: readonly string[], options: ReadOptions): ExitStatus {
  const wanted = names.length === 0 ? SETTINGS : names.map(find);
  return reading(options, (store) => {
    const preferences = store === null ? DEFAULT_PREFERENCES : readPreferences(store);
    for (const setting of wanted) print(setting, preferences, options);
    return EXIT.done;
  });
}

/** @throws UsageError for an unknown name or a value that it refuses */
export async function setSetting(name: string, value: string, options: ReadOptions): Promise<ExitStatus> {
  const setting = find(name);
  return await changing(options, (present) => {
    const change = changeTo(setting, value, present);
    if (change === null) throw new UsageError(USAGE.settingRefused(name, value, setting.values));
    return { change, told: [setting] };
  });
}

/** @param names all settings if empty */
export async function resetSettings(names: readonly string[], options: ReadOptions): Promise<ExitStatus> {
  const told = names.length === 0 ? SETTINGS : names.map(find);
  return await changing(options, (present) => {
    let next = present;
    for (const setting of told) next = { ...next, ...changeTo(setting, setting.write(DEFAULT_PREFERENCES), next) };
    return { change: next, told };
  });
}

interface Change {
  readonly change: Partial<Preferences>;
  readonly told: readonly NamedSetting[];
}

async function changing(options: ReadOptions, decide: (present: Preferences) => Change): Promise<ExitStatus> {
  const desk = await openForWork({ dataDirectory: options.dataDir, leavesEarlierWork: true });
  try {
    const { system } = desk.client;
    const { change, told } = decide(await system.preferences());
    const saved = await system.setPreferences(change);
    for (const setting of told) print(setting, saved, options);
    return EXIT.done;
  } finally {
    await desk.close();
  }
}

function find(name: string): NamedSetting {
  const found = SETTINGS.find((setting) => setting.name === name);
  if (found === undefined) throw unknownName(USAGE.settingUnknown, name, SETTINGS);
  return found;
}

function print(setting: NamedSetting, preferences: Preferences, options: ReadOptions): void {
  const [value, standard] = [setting.write(preferences), setting.write(DEFAULT_PREFERENCES)];
  const line = options.json
    ? jsonLine({ event: 'setting', name: setting.name, value, default: standard })
    : `${setting.name} ${value}${value === standard ? '' : ` (${SETTING_WORDS.standard(standard)})`}`;
  printLines(line);
}
