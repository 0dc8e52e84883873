/** The system's dialogs for choosing recordings and folders, as plain functions of a window. */

import { type BrowserWindow, dialog, type OpenDialogOptions } from 'electron';
import type {
  FilePurpose,
  FolderPurpose,
  OutputPurpose,
  RecordingPurpose,
} from '../../../../shared/contract/page/bridge.ts';
import { RECORDING_EXTENSIONS } from '../../../../shared/domain/media-types.ts';
import { DIALOGS, type PageQuestion } from '../strings.ts';

/** Absolute paths; none when the person cancelled. */
export function chooseFiles(parent: BrowserWindow | null, purpose: RecordingPurpose): Promise<string[]> {
  return open(parent, {
    title: DIALOGS.chooseFiles[purpose],
    properties: ['openFile', 'multiSelections'],
    filters: [
      { name: DIALOGS.recordings, extensions: [...RECORDING_EXTENSIONS] },
      { name: DIALOGS.allFiles, extensions: ['*'] },
    ],
  });
}

/** Absolute paths; none when the person cancelled. */
export function chooseFolder(parent: BrowserWindow | null, purpose: FolderPurpose): Promise<string[]> {
  return open(parent, {
    title: DIALOGS.chooseFolder[purpose],
    properties: purpose === 'watch' ? ['openDirectory'] : ['openDirectory', 'multiSelections'],
  });
}

/** Absolute path; null when the person cancelled. */
export async function chooseOutputFolder(parent: BrowserWindow | null, purpose: OutputPurpose): Promise<string | null> {
  const [folder] = await open(parent, {
    title: DIALOGS.chooseOutputFolder[purpose],
    properties: ['openDirectory', 'createDirectory', 'promptToCreate'],
  });
  return folder ?? null;
}

const EXTENSIONS: Readonly<Record<FilePurpose, readonly string[]>> = {
  desk: ['tar'],
  certificates: ['pem', 'crt', 'cer', 'der'],
  model: ['json', 'onnx'],
  cover: ['jpg', 'jpeg', 'png'],
  bookend: ['wav', 'flac', 'mp3', 'm4a', 'aac', 'aiff', 'aif', 'ogg', 'opus'],
};

/** Absolute path; null when the person cancelled. */
export async function chooseArchive(parent: BrowserWindow | null, purpose: FilePurpose): Promise<string | null> {
  const [file] = await open(parent, {
    title: DIALOGS.chooseArchive[purpose],
    properties: ['openFile'],
    filters: [
      { name: DIALOGS.kinds[purpose], extensions: [...EXTENSIONS[purpose]] },
      { name: DIALOGS.allFiles, extensions: ['*'] },
    ],
  });
  return file ?? null;
}

/** Paths shown at most: a dialog that doesn't fit the screen hides its buttons. */
const MOST_PATHS = 12;
const LONGEST_PATH = 200;

/** Shows paths that came as text. Cancel is the default. @returns whether the person adds them */
export async function confirmPaths(parent: BrowserWindow | null, paths: readonly string[]): Promise<boolean> {
  const shown = paths.slice(0, MOST_PATHS).map(onOneLine);
  const more = paths.length - shown.length;
  const options = {
    type: 'question' as const,
    message: DIALOGS.addPaths(paths.length),
    detail: [...shown, ...(more > 0 ? [DIALOGS.more(more)] : [])].join('\n'),
    buttons: [DIALOGS.cancel, DIALOGS.add],
    defaultId: 0,
    cancelId: 0,
  };
  const { response } = await (parent === null
    ? dialog.showMessageBox(options)
    : dialog.showMessageBox(parent, options));
  return response === 1;
}

/** Names with line breaks or signs that turn the text around must not look like others. */
function onOneLine(path: string): string {
  const plain = path.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\uFFFD');
  return plain.length > LONGEST_PATH ? `${plain.slice(0, LONGEST_PATH / 2)}…${plain.slice(-LONGEST_PATH / 2)}` : plain;
}

/** Asks about a page in trouble. @returns the number of the chosen button */
export async function askAboutPage(
  parent: BrowserWindow,
  { message, detail, buttons }: PageQuestion,
  signal: AbortSignal,
): Promise<number> {
  const { response } = await dialog.showMessageBox(parent, {
    type: 'warning',
    message,
    detail,
    buttons: [...buttons],
    defaultId: 0,
    cancelId: 0,
    signal,
  });
  return response;
}

async function open(parent: BrowserWindow | null, options: OpenDialogOptions): Promise<string[]> {
  const answer = await (parent === null ? dialog.showOpenDialog(options) : dialog.showOpenDialog(parent, options));
  return answer.canceled ? [] : answer.filePaths;
}
