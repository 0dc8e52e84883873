/** Choosing files and folders: system dialogs on the desktop, file inputs in the browser host. */

import { type ChangeEvent, type ReactNode, useRef } from 'react';
import { RECORDING_EXTENSIONS } from '../../../shared/domain/media-types.ts';
import { desktopBridge } from '../../bridge/desktop-transport.ts';
import { useDesk, useDeskCommand } from '../../state/desk-context.ts';
import { useShortcuts } from '../shortcuts/use-shortcuts.ts';
import { TEST_IDS } from '../text/test-ids.ts';
import { addPaths, uploadAndAdd } from './add-recordings.ts';
import { droppedFiles } from './walk-entries.ts';

/** React doesn't know the attribute. */
const FOLDERS_ONLY = { webkitdirectory: '' };

const ACCEPT = ['audio/*', 'video/*', ...RECORDING_EXTENSIONS.map((extension) => `.${extension}`)].join(',');

export interface Choosers {
  readonly chooseFiles: () => void;
  readonly chooseFolder: () => void;
  /** Render it once beside what calls the others. */
  readonly inputs: ReactNode;
}

/** Also takes Ctrl or Cmd with O, so use it once on a page. */
export function useChoosers(): Choosers {
  const desk = useDesk();
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const bridge = desktopBridge();

  function added(paths: readonly string[]): void {
    if (paths.length > 0) void addPaths(desk, paths);
  }

  function chooseFiles(): void {
    if (bridge === null) files.current?.click();
    else void bridge.chooseFiles().then(added);
  }

  function chooseFolder(): void {
    if (bridge === null) folder.current?.click();
    else void bridge.chooseFolder().then(added);
  }

  function chosen(event: ChangeEvent<HTMLInputElement>): void {
    const input = event.currentTarget;
    const { found, leftOut } = droppedFiles(input.files ?? []);
    // Without this, choosing the same file again fires no event.
    input.value = '';
    void uploadAndAdd(desk, found, leftOut);
  }

  useShortcuts([['mod+O', chooseFiles]]);
  // In a window, the frame obeys on every page.
  useDeskCommand('choose-files', () => bridge === null && chooseFiles());
  useDeskCommand('choose-folder', () => bridge === null && chooseFolder());
  const common = { type: 'file', multiple: true, hidden: true, onChange: chosen } as const;
  return {
    chooseFiles,
    chooseFolder,
    inputs: (
      <>
        <input ref={files} {...common} accept={ACCEPT} data-testid={TEST_IDS.fileInput} />
        <input ref={folder} {...common} data-testid={TEST_IDS.folderInput} {...FOLDERS_ONLY} />
      </>
    ),
  };
}
