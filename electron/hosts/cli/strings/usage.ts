/** What the command line says when it was called wrongly. */

import { MODEL_IDS } from '../../../../shared/domain/models.ts';

/** An argument or option whose value does not fit. */
export const INVALID = {
  oneOf: (choices: readonly string[]) => `Use one of ${choices.join(', ')}.`,
  wholeNumber: (least: number, most: number) => `Use a whole number from ${least} to ${most}.`,
  someOf: (choices: readonly string[]) => `Use one or more of ${choices.join(',')}, with commas between them.`,
  list: 'Use words with commas between them.',
  dates: (periods: readonly string[]) => `Use ${periods.join(', ')}, or days such as 2026-11-01..2026-11-30.`,
  tooLong: 'Use a shorter text.',
  view: (name: string) => `History doesn’t know the part “${name}”. Copy the address from the desk.`,
  day: 'Use a date such as 2026-11-30.',
  time: 'Use a time such as 2026-11-22T09:00 or 2026-11-22T09:00:00Z, a day, or how long ago, such as 24h or 5d.',
  endpointPath: 'Use a path that begins with /, such as /v1/projects/create.',
  hookAddress: 'Use an https address such as https://hooks.example.com/cleartake.',
  column: (fields: readonly string[]) => `Use FIELD=COLUMN, with one of ${fields.join(', ')}.`,
  strength: 'Use a number from 0 (the original) to 1 (all of the restoration).',
  loudness: (quietest: number, loudest: number) => `Use LUFS from ${quietest} to ${loudest}, or none.`,
  price: `Use MODEL=USD, in dollars per second, for example ${MODEL_IDS[0]}=0.0005.`,
  usdOrNone: 'Use an amount in dollars, for example 2.50, or none.',
  usd: 'Use an amount in dollars, for example 2.50.',
  label: (longest: number) => `Use at most ${longest} characters, or none.`,
} as const;

export const USAGE = {
  oneService: 'Name one service, with --connection NAME or --base-url URL.',
  oneKeySource: 'Use either --key-stdin or --key-file.',
  noAdminKey: 'Set the admin key in the environment variable CLEARTAKE_ADMIN_KEY, or use --key-stdin or --key-file.',
  nothingEntered: 'Nothing was entered, and nothing was changed.',
  keyFileUnreadable: (file: string) => `The file ${file} can’t be read.`,
  builtInHasNoKeys:
    'The service on this computer has neither API keys nor plans to look after. Name another connection.',
  worstMinuteOfOne: '--worst-minute takes one recording.',
  noWorstMinute:
    'That recording is too short, or has too little speech, to try a minute of it. Send the whole instead.',
  namesOrMarked: 'Name the recordings to send, or use --marked for all that could be better.',
  noResultOf: (name: string) => `No recording called ${name} has a result; \`cleartake status\` shows them.`,
  flatNeedsFolder: 'Name the folder for --flat with --out.',
  baseUrlNeedsKey: '--base-url needs the service’s API key in the environment variable CLEARTAKE_API_KEY.',
  noPaths: 'Name recordings or folders, or a file that lists them with --from-list.',
  variableUnknown: (name: string) => `The variable ${name} isn’t set, or isn’t a folder. Write the folder itself.`,
  addressNotFile: (text: string) => `${text} is an address. Cleartake opens only files on this computer.`,
  listUnreadable: (list: string) => `The list ${list} can’t be read.`,
  listLine: (list: string, line: string, reason: string) =>
    `The list ${list} has a line that can’t be used: ${line}. ${reason}`,
  watchNeedsCap: (connection: string) =>
    `${connection} may charge for recordings. Pass --cap with what a folder may cost in a day, for example --cap 2.50.`,
  notAFolder: (text: string) => `${text} is a file. Name folders to watch.`,
  foldersOverlap: (one: string, other: string) =>
    one === other
      ? `${one} is named twice.`
      : `${one} contains ${other}. Each recording is restored once: name only one of them.`,
  settingUnknown: (name: string, names: readonly string[]) =>
    `There is no setting called “${name}”. Settings: ${names.join(', ')}.`,
  settingRefused: (name: string, value: string, values: string) =>
    `${name} can’t be “${value}”. Nothing was changed. Use ${values}.`,
  fileExists: (file: string) => `${file} is there already. Choose another name.`,
  fileUnwritable: (file: string) => `${file} can’t be written. Check the folder.`,
  presetUnknown: (name: string, names: readonly string[]) =>
    `There is no preset called “${name}”. Presets: ${names.join(', ')}.`,
  presetFileUnreadable: (file: string) => `The file ${file} can’t be read.`,
  presetFileTooLarge: 'This file is too large to be a file of presets.',
  headerNeedsBaseUrl: '--header only works with --base-url. A saved connection has its own header.',
  priceNeedsBaseUrl: '--price only works with --base-url. A saved connection has its own prices.',
  otherAccountNeedsBaseUrl: '--other-account only works with --base-url.',
  noKey:
    'Set the API key in the environment variable CLEARTAKE_API_KEY, or pass it on standard input with --key-stdin. Never put it in the command itself, where everybody on this computer can read it.',
  noKeyStorage:
    'This computer has no secure key storage, so the key would be lost when this command ends. Pass --store file to keep it in a file that only your account can read, unencrypted; or set CLEARTAKE_API_KEY for each `restore --base-url`.',
  noHoldToLift:
    'Only the built-in service’s account can be released here. Update the billing of other services at their own site.',
  noEdit: 'Name what to change, for example --label studio. `cleartake connections edit --help` shows everything.',
  noCap: 'Pass --day or --month with an amount in dollars, or none to remove that cap.',
  connectionExists: (name: string) =>
    `There already is a connection called “${name}”. Choose another name, or remove that one.`,
  invoiceUnreadable: (file: string) => `The invoice ${file} can’t be read.`,
  connectionUnknown: (name: string, names: readonly string[]) =>
    names.length === 0
      ? `There is no connection called “${name}”. Add one with \`cleartake connections add\`.`
      : `There is no connection called “${name}”. Connections: ${names.join(', ')}.`,
  didYouMean: (name: string) => `Did you mean “${name}”?`,
  keyAmbiguous: (wanted: string, count: number, keys: string) =>
    `${count} keys fit “${wanted}”. Use the id of one: ${keys}.`,
  keyUnknown: (wanted: string, keys: string) => `The account has no key “${wanted}”. Keys: ${keys}.`,
  keyNotSecret: (keyId: string) =>
    `That is the key’s secret, which others can read in a command. Name the key by its id, ${keyId}; if this computer has other users, rotate it.`,
  /** @param ids each with its address */
  connectionAmbiguous: (name: string, count: number, ids: string) =>
    `There are ${count} connections called “${name}”. Use the id of one: ${ids}.`,
  builtIn: 'built in',
  recordingAmbiguous: (name: string, all: string) =>
    `Several recordings are called “${name}”. Use the id of one: ${all}.`,
  backupUnknown: (name: string, names: readonly string[]) =>
    `There is no backup called “${name}”. ${names.length === 0 ? 'There are none yet' : `Backups: ${names.join(', ')}`}.`,
  daysReversed: '--to must be after --from.',
  noStore: (folder: string) => `There is no history in ${folder} yet.`,
  finishedUnknown: (name: string, all: string) =>
    `No finished recording is called “${name}”. ${all === '' ? 'Nothing is finished yet' : `Finished: ${all}`}.`,
  noRecording: (name: string) =>
    `No recording called “${name}” was ever added. \`cleartake history\` lists all of them.`,
  recordingUnknown: (name: string, all: string) =>
    `No recording called “${name}” is waiting for you. ${all === '' ? 'No recording is' : `Waiting: ${all}`}.`,
} as const;

/** `cleartake engine`. */
export const ENGINE_USAGE = {
  missing: (file: string) => `There is no file ${file}.`,
  noFolder: (folder: string) => `There is no folder ${folder}. Nothing was written.`,
  overwrites: (file: string) =>
    `${file} is the recording itself. Nothing was written; choose another name for the output.`,
  extension: (output: string, known: readonly string[]) =>
    `The extension of ${output} doesn’t name a format. Use one of ${known.join(', ')}.`,
} as const;

/** `cleartake service`: its configuration, certificate, address and data folder. */
export const SERVICE_USAGE = {
  configuration: 'configuration',
  certificate: 'certificate',
  key: 'key',
  unreadable: (what: string, file: string, code: string) => `The ${what} ${file} can’t be read (${code}).`,
  notJson: (file: string) => `The configuration ${file} isn’t valid JSON.`,
  notValid: (file: string, problems: string) => `The configuration ${file} isn’t valid. ${problems}`,
  unknownSetting: (settings: string) => `${settings}: there is no such setting.`,
  /** @param field empty for the whole file */
  wrongSetting: (field: string, problem: string) => `${field === '' ? 'The whole file' : field}: ${problem}.`,
  tlsNeedsBoth: 'TLS needs both --tls-cert and --tls-key.',
  notACertificate: (file: string) => `The certificate ${file} isn’t a certificate in PEM.`,
  notAKey: (file: string) => `The key ${file} isn’t a private key in PEM without a passphrase.`,
  keyMismatch: (key: string, certificate: string) => `The key ${key} doesn’t belong to the certificate ${certificate}.`,
  dataFolder: (code: string) => `The data folder can’t be used (${code}). Choose another one with --data-dir.`,
  portTaken: (port: number) => `Port ${port} is already in use. Choose another one, or 0 for any free port.`,
  unknownAddress: (host: string) => `This computer has no address ${host}.`,
  portForbidden: (port: number) => `Your account doesn’t have permission to use port ${port}. Choose one above 1023.`,
} as const;
