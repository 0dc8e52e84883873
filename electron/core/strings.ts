/** Every text of the core that a person reads, apart from the error table (shared/domain/error-messages). */

import {
  type Message,
  type NextStep,
  RESUME,
  retry,
  SHARED,
  thenRetry,
} from '../../shared/domain/error-messages/message.ts';
import { ERROR_MESSAGES } from '../../shared/domain/error-messages/table.ts';
import { LEFT_OUT } from '../../shared/domain/left-out.ts';
import { countOf } from '../../shared/domain/units.ts';

export const EXCERPT = {
  /** At the end of a name. @param at with dots: colons aren't allowed in names */
  nameSuffix: (at: string) => `, minute from ${at}`,
} as const;

/** Why a path was not imported. */
export const SKIPPED = {
  inQueue: 'This recording is already in the queue.',
  failedHere: 'This recording is in the queue already. It failed there, and the file hasn’t changed since.',
  ownResult: 'This is a result that Cleartake made.',
  unreachableName: 'The name contains invalid characters, or the link is broken. Rename it, then add it again.',
  pipe: 'This is a pipe, not a file.',
  socket: 'This is a socket, not a file.',
  device: 'This is a device, not a file.',
  dictation:
    'This is a dictation (DSS or DS2), which only the dictation machine’s own program can open. Save it there as WAV or MP3, then add that file.',
  folderLink: 'This is a link to a folder, and links to folders aren’t followed. Add that folder itself.',
  linkLoop: 'This link leads back to a folder that contains it.',
  tooDeep: 'Folders are nested too deeply here. Add this folder by itself.',
  emptyFolder: 'This folder contains no recordings.',
  notAPath: {
    address: () => 'This is an address. Cleartake opens only files on this computer.',
    relative: () => 'This isn’t a full path. Write it with all of its folders.',
    variable: (name: string) => `The variable ${name} isn’t set, or isn’t a folder. Write the folder itself.`,
  },
  typedFile:
    'This isn’t a recording by its name. Here, only recordings and folders can be added by path: choose the file instead.',
  listWithoutPath: 'This list came without the files that it names. Add the files themselves.',
  stopped: 'You stopped adding before this was reached.',
  ...LEFT_OUT,
  restoredBefore: 'This recording was restored before, with the same settings.',
  paidBefore: 'This recording was paid for before with the same model.',
  sameAs: (other: string) => `This is the same recording as ${other}.`,
  missing: 'There is no such file or folder. Check the name, then add it again.',
  forbidden: 'Cleartake doesn’t have permission to read this. Allow access in your file manager, then add it again.',
  nameTooLong: 'The name is too long for this computer.',
  unreadable: 'This can’t be read. Check the drive, then add it again.',
} as const;

export const RECORDING = {
  /** @param there length of the part that is there, as text */
  endsEarly: (there: string, declared: string): Message => ({
    what: `The recording ends early: ${there} of ${declared} can be restored.`,
    next: {
      desk: 'Choose Repair… to restore what is there, or copy it from its source again.',
      terminal: 'Copy it from its source again, or restore what is there with `cleartake restore --partial`.',
    },
  }),
  mostlyDamaged: (there: string, whole: string): Message => ({
    what: `Most of the recording is damaged: ${there} of ${whole} can be restored.`,
    next: {
      desk: 'Choose Repair… to restore what is there, or copy it from its source again.',
      terminal: 'Copy it from its source again, or restore what is there with `cleartake restore --partial`.',
    },
  }),
  changedAfterResult: {
    what: 'The file changed after it was restored.',
    safe: 'The earlier result is kept.',
    next: 'Add the file again to restore the new version.',
  },
  missingForExport: {
    what: 'The recording was moved or deleted, and this export needs it.',
    safe: 'The result is kept.',
    next: thenRetry('Put it back'),
  },
  changedForExport: {
    what: 'The recording changed after it was restored, and this export needs the earlier version.',
    safe: 'The result is kept.',
    next: thenRetry('Put that version back'),
  },
} as const satisfies Record<string, Message | ((...texts: string[]) => Message)>;

export const RESULT = {
  /** In the name of a file with what was removed from a recording. */
  removed: 'removed',
  /** A result's name where several connections have one of the same model. */
  over: (label: string, connection: string) => `${label} · ${connection}`,
  /** @param is,was lengths as text */
  otherLength: (is: string, was: string): Message => ({
    what: `The result lasts ${is}, the recording ${was}.`,
    safe: 'It is kept.',
    next: {
      desk: 'Listen to it, then retry to download it again.',
      terminal: `Listen to it, then run ${RESUME} to download it again.`,
    },
  }),
  typeRefused: ERROR_MESSAGES.resultTypeRefused.message,
  /** @param given,wanted types of download; what the service said, if anything */
  otherType: (given: string, wanted: string, said: string | undefined) =>
    `Delivered as ${given}: the service doesn’t give this result as ${wanted}.${said === undefined ? '' : ` It says: “${said}”`}`,
  tooLongToLimit: {
    what: 'This recording is too long for a preview with limited peaks.',
    safe: 'Its export limits them.',
  },
  modelPresent: { what: 'This recording already has a result of that model.', safe: SHARED.notChanged },
  modelTooEarly: { what: 'You can add another model once the recording is done.', safe: SHARED.notChanged },
  /** Behind what is wrong with an intro or outro, where a person saves or keeps a result. */
  otherBookend: 'Mend that, or choose another file in Save as…, under Intro and outro.',
  inReview: 'The result is held for review. Listen to it, then accept it.',
  /** @param at where it begins, as text; null when it is everywhere */
  differs: (at: string | null) =>
    `The result differs from its recording${at === null ? '' : ` at ${at}`}, so it was not exported. Listen to it, and save it from there if it is good.`,
  original: 'Original',
} as const;

export const PRESET = {
  builtIn: {
    what: 'This preset comes with Cleartake and can’t be changed.',
    safe: SHARED.notChanged,
    next: 'Save it under another name.',
  },
  nameTaken: (name: string): Message => ({
    what: `Another preset is called “${name}”.`,
    safe: SHARED.notChanged,
    next: 'Choose another name.',
  }),
  /** @param problem of the template, as sentences */
  naming: (problem: string): Message => ({
    what: problem,
    safe: SHARED.notChanged,
    next: 'Correct the file name.',
  }),
  tooMany: (most: number): Message => ({
    what: `There is room for ${most} presets.`,
    safe: SHARED.notChanged,
    next: 'Delete some of them first.',
  }),
  /** @param issues sentences about what is wrong */
  unreadable: (issues: readonly string[]): Message => ({
    what: `This isn’t a file of presets that Cleartake can read. ${issues.map((issue) => (/[.!?]$/.test(issue) ? issue : `${issue}.`)).join(' ')}`,
    safe: 'No preset was added.',
    next: 'Correct the file, or export it again.',
  }),
} as const;

export const START = {
  namesakes: {
    what: 'The history was damaged, and the service lists several projects with this recording’s name.',
    safe: 'Their results come back automatically.',
    next: retry(' only to restore and pay for this one again'),
  },
} as const satisfies Record<string, Message>;

const capReached = (cap: string, label: string | null, next: NextStep): Message => ({
  what: `${label === null ? 'Waiting: this' : `${label} waits: it`} would pass your cap of ${cap}.`,
  next,
});

/** @param usd the cap, formatted @param label of the model that waits, where another one of the recording doesn't; otherwise null */
export const CAPS = {
  reached: {
    batch: (usd: string, label: string | null) =>
      capReached(`${usd} USD for this batch`, label, {
        desk: 'Raise the cap to continue.',
        terminal: 'Run `cleartake resume --cap USD` with a higher cap to continue.',
      }),
    'watch-folder': (usd: string, label: string | null) =>
      capReached(`${usd} USD a day for this watch folder`, label, {
        desk: 'Continues tomorrow, or when you raise the cap in Settings.',
        terminal: 'Continues tomorrow, or when you start `cleartake watch` with a higher cap.',
      }),
    day: (usd: string, label: string | null) =>
      capReached(`${usd} USD a day`, label, {
        desk: 'Continues tomorrow, or when you raise the cap.',
        terminal: 'Run `cleartake resume` tomorrow, or raise the cap with `cleartake connections set-cap`.',
      }),
    month: (usd: string, label: string | null) =>
      capReached(`${usd} USD a month`, label, {
        desk: 'Continues next month, or when you raise the cap.',
        terminal: 'Run `cleartake resume` next month, or raise the cap with `cleartake connections set-cap`.',
      }),
  },
  withoutPrice: {
    what: 'Waiting: this connection has no price for this model, so the cap can’t be kept.',
    next: 'Set its prices, or remove the cap.',
  },
} as const satisfies Record<string, Message | Record<string, (usd: string, label: string | null) => Message>>;

export const AGREEMENT = {
  /** @param now,agreed formatted; `now` is null when the price is no longer known */
  costsMore: (now: string | null, agreed: string): Message => ({
    what:
      now === null
        ? `The price is no longer known; it was quoted at ${agreed} USD.`
        : `Costs more than quoted: ${now} USD instead of ${agreed} USD.`,
    next: {
      desk: 'Accept the price to continue.',
      terminal: 'Accept the price on the desk, or cancel the recording there.',
    },
  }),
} as const;

export const CONNECTION = {
  noCreation: (path: string) => ({
    what: `This service has no project creation at ${path}.`,
    next: {
      desk: 'Under Connections, edit the connection and set the path as the service states it, then retry.',
      terminal:
        'Set the path as the service states it with `cleartake connections edit NAME --create-path PATH`, then run `cleartake resume --failed`.',
    },
  }),
  builtIn: 'This computer',
  unsafeBaseUrl: {
    what: 'A service’s address starts with https:// (or http:// on this computer).',
    safe: SHARED.notSent,
  },
  unsafeBillingPage: {
    what: 'The address of a billing page starts with https:// (or http:// on this computer).',
    safe: SHARED.notChanged,
  },
  notAKey: {
    what: 'This isn’t an API key: it is empty or has characters that a key can’t have.',
    safe: SHARED.notSent,
    next: 'Copy the key again.',
  },
  addressInUse: { what: 'Recordings in the queue still use this address.', next: 'Cancel or finish them first.' },
  inUse: { what: 'Recordings in the queue still use this connection.', next: 'Cancel or finish them first.' },
  hasNotStarted: {
    what: 'Recordings that aren’t started yet were added for this connection.',
    next: 'Remove them from the queue first.',
  },
  /** @param names the recordings, as a list */
  openStarts: (count: number, names: string): Message => ({
    what: `We don’t know yet whether ${countOf(count, 'restoration')} on this connection started and will be charged: ${names}.`,
    safe: SHARED.notChanged,
    next: 'Cleartake keeps asking the service; try again later.',
  }),
  unfetched: (count: number, names: string): Message => ({
    what: `${countOf(count, 'paid result')} on this connection ${count === 1 ? 'isn’t' : 'aren’t'} downloaded yet: ${names}.`,
    safe: SHARED.notChanged,
    next: {
      desk: 'Retry these recordings, or remove them from the queue.',
      terminal: `Run ${RESUME}, or remove these recordings from the queue on the desk.`,
    },
  }),
  more: (count: number) => `${count} more`,
} as const;

export const VAULT = {
  memory: 'This computer has no secure key storage. Cleartake asks for the key each time it starts.',
} as const;

export const PREFERENCES = {
  damaged: (count: number) =>
    `${count === 1 ? 'One setting' : `${count} settings`} couldn’t be read and went back to the default. Your other settings, recordings and results are unchanged. Check Settings.`,
  allDamaged:
    'Your settings couldn’t be read and went back to their defaults. Recordings and results are unchanged. Check Settings before you start.',
} as const;

export const INVOICE = {
  unreadable: {
    what: 'This isn’t an invoice that Cleartake can read.',
    next: 'Use CSV with one line for each generation, or the JSON of Cleartake’s own service.',
  },
  columnsMissing: {
    what: 'The lines of this invoice can’t be found in the ledger by these columns.',
    next: 'Name the column with the generation ID, or those with date and amount.',
  },
} as const;

export const HISTORY = {
  damaged: {
    what: 'The history on this computer is damaged.',
    safe: SHARED.notChanged,
    next: {
      desk: 'Open Cleartake: it continues from its backup and keeps the damaged files.',
      terminal: 'Run `cleartake resume`: it continues from its backup and keeps the damaged files.',
    },
  },
  newerVersion: {
    what: 'A newer Cleartake has used this data folder.',
    safe: SHARED.notChanged,
    next: 'Update Cleartake, or use another data folder.',
  },
  /** @param folder where the backups belong */
  backupFailed: (folder: string) =>
    `Cleartake can’t back up its history to ${folder}. Nothing was lost. Free some space there, or allow writing; Cleartake tries again every hour.`,
  /**
   * @param keptIn folder of the damaged files; null when there were none
   * @param source time of the backup as text, the store itself, or null for an empty one
   */
  recovered: (keptIn: string | null, source: { readonly backupOf: string } | 'itself' | null) => {
    const kept =
      keptIn === null
        ? 'The history on this computer was gone.'
        : `The history on this computer was damaged; its files are kept in ${keptIn}.`;
    return `${kept} ${continuesFrom(source)} Nothing is started again before Cleartake has checked the service’s list.`;
  },
  /**
   * @param backupOf its time as text
   * @param hasReplaced whether there was a history before
   */
  restored: (backupOf: string, hasReplaced: boolean) =>
    `${hasReplaced ? `Your history is back to the backup of ${backupOf}. What it replaced is kept as a backup.` : `Your history was imported as it was on ${backupOf}.`} Nothing is started again before Cleartake has checked the service’s list.`,
  /**
   * @param keptIn folder of the damaged files; null when there were none
   * @param source time of the backup as text, the data themselves, or null where the service begins anew
   */
  serviceRecovered: (keptIn: string | null, source: { readonly backupOf: string } | 'itself' | null) => {
    const kept =
      keptIn === null
        ? 'The data of “This computer” were gone.'
        : `The data of “This computer” were damaged; the files are kept in ${keptIn}.`;
    const goesOn =
      source === null
        ? 'There was no backup, so it begins anew.'
        : source === 'itself'
          ? 'It continues with what could be read.'
          : `It continues from the backup of ${source.backupOf}.`;
    return `${kept} ${goesOn} Recordings that it no longer knows are restored again, which costs nothing. Finished results aren’t affected.`;
  },
  /** Follows on `recovered` and `restored`. */
  foundSoFar: (recordings: number) => `Found so far on the services’ lists: ${countOf(recordings, 'recording')}.`,
} as const;

function continuesFrom(source: { readonly backupOf: string } | 'itself' | null): string {
  if (source === 'itself') return 'Cleartake continues with what it could read; the last moments may be missing.';
  if (source === null) return 'There was no backup, so Cleartake rebuilds it from the services’ lists.';
  return `Cleartake continues from the backup of ${source.backupOf}; anything added later may be missing.`;
}
