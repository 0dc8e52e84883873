/** Every text that the hosts share and a person reads, apart from the error table (shared/domain/error-messages). */

import { type Message, SHARED } from '../../../shared/domain/error-messages/message.ts';

const KEYRINGS: Readonly<Record<string, string>> = {
  darwin: 'Keys are kept in this Mac’s keychain.',
  win32: 'Keys are kept in the Windows Credential Manager.',
  linux: 'Keys are kept in this desktop’s keyring (the Secret Service).',
};

/** Where keys are kept. @param platform as `process.platform` */
export function keyringText(platform: string): string {
  return KEYRINGS[platform] ?? 'Keys are kept in this computer’s keychain.';
}

export const KEY_FILE = {
  inUse: (file: string) =>
    `This computer has no secure key storage. As you chose, keys are kept unencrypted in ${file}, a file only your account can read.`,
  damaged: (file: string): Message => ({
    what: `The key file ${file} is damaged.`,
    safe: SHARED.notSent,
    next: 'Delete it, then enter the keys again.',
  }),
  /** @param why one of `reasons` */
  unsafe: (place: string, why: string): Message => ({
    what: `Cleartake doesn’t use ${place} because ${why}.`,
    safe: 'No key was read from it or written to it.',
    next: 'Restrict it to your account (chmod go= on it), or delete it and enter the key again.',
  }),
  reasons: {
    link: 'it is a link',
    notAFile: 'it isn’t a file',
    notAFolder: 'it isn’t a folder',
    otherOwner: 'it belongs to another user',
    othersCanRead: 'other users can read it',
  },
} as const;

export const DATA_FOLDER = {
  full: (folder: string): Message => ({
    what: `There is no space left for the data folder, ${folder}.`,
    safe: SHARED.notChanged,
    next: 'Free some space on that disk and start Cleartake again, or use another data folder.',
  }),
  /** @param what what the disk does, as a sentence */
  startAgain: (what: string): Message => ({
    what,
    safe: SHARED.notChanged,
    next: 'Once that is mended, start Cleartake again, or use another data folder.',
  }),
  unwritable: (folder: string): Message => ({
    what: `Cleartake doesn’t have permission to write to its data folder, ${folder}.`,
    safe: SHARED.notChanged,
    next: 'Allow writing there, or use another data folder.',
  }),
} as const;
