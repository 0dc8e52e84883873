/** `cleartake settings`: shows, changes and resets the settings of the desk. */

import type { Preferences } from '../../../../../shared/domain/preferences.ts';
import { type CommandOptions, withDesk, withStore } from '../../access/access.ts';
import { EXIT, type ExitStatus, UsageError } from '../../exit-status.ts';
import { report } from '../../reports/report.ts';
import type { CliCommand } from '../../syntax/cli-command.ts';
import type { NamedSetting } from './settings/named-settings.ts';

export function command(program: CliCommand): void {
  const settings = program.subcommand('settings', 'show and change the settings of the desk');
  settings
    .subcommand('list', 'list all settings; a value that was changed is followed by its default')
    .onDesk()
    .run((options: CommandOptions) => listSettings([], options));
  settings.subcommand('get <names...>', 'show these settings').onDesk().run(listSettings);
  settings
    .subcommand('set <name> <value>', 'change a setting: limits are MB/s or none, amounts USD, switches on or off')
    .onDesk()
    .examples('cleartake settings list', 'cleartake settings set upload-limit 5')
    .run(setSetting);
  settings
    .subcommand('proxy-password', 'keep the password of the proxy that is set, from standard input, as keys are kept')
    .option('--store <place>', 'file: in a file that only your account can read, where there is no secure key storage')
    .option('--forget', 'forget it')
    .onDesk()
    .examples('cleartake settings set proxy http://proxy.example:3128', 'cleartake settings proxy-password')
    .run(setProxyPassword);
  settings
    .subcommand('reset [names...]', 'set these settings, or all of them, back to their defaults')
    .onDesk()
    .run(resetSettings);
}

/** Needs no lock, so it works while the desk is open. @param names all settings if empty */
async function listSettings(names: readonly string[], options: CommandOptions): Promise<ExitStatus> {
  const { settingsNamed } = await import('./settings/named-settings.ts');
  const settings = settingsNamed(names);
  return await withStore(options, async (store) => {
    const [{ DEFAULT_PREFERENCES }, { readPreferences }] = await Promise.all([
      import('../../../../../shared/domain/preferences.ts'),
      import('../../../../core/store/tables/preferences.ts'),
    ]);
    await reportSettings(settings, store === null ? DEFAULT_PREFERENCES : readPreferences(store), options);
    return EXIT.done;
  });
}

/** @throws UsageError for an unknown name or a value that it refuses */
async function setSetting(name: string, value: string, options: CommandOptions): Promise<ExitStatus> {
  const { changeTo, settingNamed } = await import('./settings/named-settings.ts');
  const setting = settingNamed(name);
  return await changing([setting], options, (present) => {
    const change = changeTo(setting, value, present);
    if (change === null)
      throw new UsageError(`${name} can’t be “${value}”. Nothing was changed. Use ${setting.values}.`);
    return change;
  });
}

interface PasswordOptions extends CommandOptions {
  readonly forget?: boolean;
  readonly store?: string;
}

/** Never an argument: everybody on this computer can read those. */
async function setProxyPassword(options: PasswordOptions): Promise<ExitStatus> {
  if (options.store !== undefined && options.store !== 'file') throw new UsageError('--store takes only file.');
  const { readSecretFromInput } = await import('../../access/key-input.ts');
  const password = options.forget === true ? null : await readSecretFromInput('Password of the proxy (not shown): ');
  if (password === '') throw new UsageError('Pass the password on standard input.');
  return await withDesk(options, async ({ client: { connections, system } }) => {
    const { vault } = await connections.list();
    const isLost = password !== null && vault.kind === 'memory' && options.store !== 'file';
    if (isLost) throw new UsageError(NO_KEY_STORAGE);
    const inFile = vault.kind !== 'keychain' && password !== null;
    const { hasPassword } = await system.setProxyPassword({ password, ...(inFile ? { keep: 'file' as const } : {}) });
    report(
      options,
      { event: 'proxy-password', kept: hasPassword },
      hasPassword ? 'The password is kept.' : 'No password is kept.',
    );
    return EXIT.done;
  });
}

const NO_KEY_STORAGE =
  'This computer has no secure key storage, so the password would be lost when this command ends. Pass --store file to keep it in a file that only your account can read, unencrypted.';

/** @param names all settings if empty */
async function resetSettings(names: readonly string[], options: CommandOptions): Promise<ExitStatus> {
  const [{ changeTo, settingsNamed }, { DEFAULT_PREFERENCES }] = await Promise.all([
    import('./settings/named-settings.ts'),
    import('../../../../../shared/domain/preferences.ts'),
  ]);
  const settings = settingsNamed(names);
  return await changing(settings, options, (present) => {
    let next = present;
    for (const setting of settings) next = { ...next, ...changeTo(setting, setting.write(DEFAULT_PREFERENCES), next) };
    return next;
  });
}

/** Changes these settings, and shows them. */
async function changing(
  settings: readonly NamedSetting[],
  options: CommandOptions,
  changeOf: (present: Preferences) => Partial<Preferences>,
): Promise<ExitStatus> {
  return await withDesk(options, async ({ client: { system } }) => {
    const changed = await system.setPreferences(changeOf(await system.preferences()));
    await reportSettings(settings, changed, options);
    return EXIT.done;
  });
}

async function reportSettings(
  settings: readonly NamedSetting[],
  preferences: Preferences,
  options: CommandOptions,
): Promise<void> {
  const { DEFAULT_PREFERENCES } = await import('../../../../../shared/domain/preferences.ts');
  for (const { name, write } of settings) {
    const [value, standard] = [write(preferences), write(DEFAULT_PREFERENCES)];
    const words = `${name} ${value}${value === standard ? '' : ` (default ${standard})`}`;
    report(options, { event: 'setting', name, value, default: standard }, words);
  }
}
