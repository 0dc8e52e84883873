/** Every text that the desktop host itself shows: dialogs and the vault. */

import type {
  FilePurpose,
  FolderPurpose,
  OutputPurpose,
  RecordingPurpose,
} from '../../../shared/contract/page/bridge.ts';
import { type Message, SHARED } from '../../../shared/domain/error-messages/message.ts';
import { countOf } from '../../../shared/domain/units.ts';

export const DIALOGS = {
  cannotOpen: 'Cleartake can’t open',
  crashed: 'Cleartake has to close',
  afterCrash: 'Finished results are kept. Start Cleartake again to continue.',
  skipped: 'Some files weren’t added',
  more: (count: number) => `… and ${count} more.`,
  noProject: 'This project isn’t on this computer',
  noProjectDetail: 'Cleartake shows projects that were restored here. This one may belong to another computer.',
  addPaths: (count: number) => `Add ${countOf(count, 'file or folder', 'files and folders')}?`,
  add: 'Add',
  cancel: 'Cancel',
  chooseFiles: {
    recordings: 'Add recordings',
    source: 'Find the recording',
  } satisfies Record<RecordingPurpose, string>,
  chooseFolder: {
    recordings: 'Add folders of recordings',
    source: 'Choose folders to look in',
    watch: 'Choose a folder to watch',
  } satisfies Record<FolderPurpose, string>,
  chooseOutputFolder: {
    results: 'Choose a folder for the results',
    'data-folder': 'Choose a new data folder',
    export: 'Choose a folder for the export',
  } satisfies Record<OutputPurpose, string>,
  chooseArchive: {
    desk: 'Import an exported desk',
    certificates: 'Choose your company’s CA file',
    model: 'Choose a model’s description or network',
    cover: 'Choose a cover',
    bookend: 'Choose an intro or outro',
  } satisfies Record<FilePurpose, string>,
  kinds: {
    desk: 'Exported desks',
    certificates: 'Certificates',
    model: 'Models',
    cover: 'Pictures',
    bookend: 'Sound',
  } satisfies Record<FilePurpose, string>,
  recordings: 'Recordings',
  allFiles: 'All files',
} as const;

/** A question about the page. The first button is the harmless one. */
export interface PageQuestion {
  readonly message: string;
  readonly detail: string;
  readonly buttons: readonly string[];
}

export const PAGE_TROUBLE = {
  crashing: {
    message: 'The window keeps crashing',
    detail: 'Your recordings and results are safe, and work continues in the background.',
    buttons: ['Reload', 'Quit'],
  },
  unresponsive: {
    message: 'The window isn’t responding',
    detail: 'Work continues in the background. Nothing is lost if you reload the window.',
    buttons: ['Wait', 'Reload'],
  },
  notLoaded: {
    message: 'Cleartake can’t show its window',
    detail: 'Your recordings and results are safe. If trying again doesn’t help, install Cleartake again.',
    buttons: ['Try again', 'Quit'],
  },
} as const satisfies Readonly<Record<string, PageQuestion>>;

/** Around notifications about the work, whose own words are in shared/domain/batch/batch-notice.ts. */
export const NOTICE = { show: 'Show', badge: 'Needs attention' } as const;

/** The jump list on Windows. */
export const RECENT = { category: 'Recent recordings' } as const;

/** Asked when the window closes while work runs. The order of the buttons is that of the answers in attention.ts. */
export const CLOSING = {
  message: 'Cleartake is still working',
  detail:
    'It can keep working without a window. If you quit, work pauses and continues the next time you open Cleartake.',
  buttons: ['Keep working', 'Pause and quit', 'Cancel'],
  remember: 'Don’t ask again',
} as const;

/** Shown when an update can't be installed, although it was downloaded. */
export const UPDATING = {
  notInstalled: 'The update couldn’t be installed',
  afterNotInstalled:
    'Your recordings and results are safe. Start Cleartake again; if it doesn’t start, install it again.',
} as const;

export const TRAY = { tip: 'Cleartake is working', open: 'Open Cleartake', quit: 'Quit' } as const;

export const MENU = {
  file: 'File',
  open: 'Open…',
  openFolder: 'Open Folder…',
  openRecent: 'Open Recent',
  clearRecent: 'Clear Menu',
  settings: 'Settings…',
  queue: 'Queue',
  start: 'Start',
  pauseAll: 'Pause',
  resumeAll: 'Resume',
  retryFailed: 'Retry Failed',
  view: 'View',
  pages: {
    desk: 'Desk',
    listen: 'Listen',
    history: 'History',
    costs: 'Costs',
    connections: 'Connections',
    settings: 'Settings',
  },
  window: 'Window',
  help: 'Help',
  shortcuts: 'Keyboard Shortcuts',
  about: 'About Cleartake',
} as const;

/** The copyright is the one text that the About panel shows on every system. */
export const ABOUT = {
  name: 'Cleartake',
  copyright:
    'Copyright © the Cleartake authors, GPL-3.0-or-later. The restoration network was trained with recordings by others: their names are in Settings › General.',
} as const;

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
