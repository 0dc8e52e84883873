/** Every text that the desktop host itself shows: dialogs and the vault. */

import { type Message, SHARED } from '../../../shared/domain/error-messages/message.ts';

export const DIALOGS = {
  cannotOpen: 'Cleartake can’t open',
  crashed: 'Cleartake has to close',
  afterCrash: 'Finished results are kept. Start Cleartake again to continue.',
  skipped: 'Some files weren’t added',
  more: (count: number) => `… and ${count} more.`,
  chooseFiles: 'Add recordings',
  chooseFolder: 'Add folders of recordings',
  chooseOutputFolder: 'Choose a folder for the results',
  recordings: 'Recordings',
  allFiles: 'All files',
} as const;

export const MENU = { file: 'File', view: 'View' } as const;

const KEYCHAINS: Readonly<Record<string, string>> = {
  darwin: 'Keys are kept on this Mac, encrypted with a key in the keychain.',
  win32: 'Keys are kept on this computer, encrypted with your Windows account.',
  linux: 'Keys are kept on this computer, encrypted with a key in the desktop’s keyring.',
};

/** Where keys are kept. @param platform as `process.platform` */
export function keychainText(platform: string): string {
  return KEYCHAINS[platform] ?? 'Keys are kept on this computer, encrypted.';
}

/** @param sealedWith,now names of key stores, as Chromium calls them */
export function sealedElsewhere(sealedWith: string | null, now: string): Message {
  return {
    what: `The API key was encrypted by another key store (${sealedWith}) than the current one (${now}).`,
    safe: SHARED.notSent,
    next: 'Start Cleartake the way you did before, or enter the key again.',
  };
}
