/** The system's dialogs for choosing recordings and folders, as plain functions of a window. */

import { type BrowserWindow, dialog, type OpenDialogOptions } from 'electron';
import { RECORDING_EXTENSIONS } from '../../../../shared/domain/media-types.ts';
import { DIALOGS, type PageQuestion } from '../strings.ts';

/** Absolute paths; none when the person cancelled. */
export function chooseFiles(parent: BrowserWindow | null): Promise<string[]> {
  return open(parent, {
    title: DIALOGS.chooseFiles,
    properties: ['openFile', 'multiSelections'],
    filters: [
      { name: DIALOGS.recordings, extensions: [...RECORDING_EXTENSIONS] },
      { name: DIALOGS.allFiles, extensions: ['*'] },
    ],
  });
}

/** Absolute paths; none when the person cancelled. */
export function chooseFolder(parent: BrowserWindow | null): Promise<string[]> {
  return open(parent, { title: DIALOGS.chooseFolder, properties: ['openDirectory', 'multiSelections'] });
}

/** Absolute path; null when the person cancelled. */
export async function chooseOutputFolder(parent: BrowserWindow | null): Promise<string | null> {
  const [folder] = await open(parent, {
    title: DIALOGS.chooseOutputFolder,
    properties: ['openDirectory', 'createDirectory', 'promptToCreate'],
  });
  return folder ?? null;
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
