/** The system's dialogs for choosing recordings and folders, as plain functions of a window. */

import { type BrowserWindow, dialog, type OpenDialogOptions } from 'electron';
import { RECORDING_EXTENSIONS } from '../../../../shared/domain/media-types.ts';
import { DIALOGS } from '../strings.ts';

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

async function open(parent: BrowserWindow | null, options: OpenDialogOptions): Promise<string[]> {
  const answer = await (parent === null ? dialog.showOpenDialog(options) : dialog.showOpenDialog(parent, options));
  return answer.canceled ? [] : answer.filePaths;
}
