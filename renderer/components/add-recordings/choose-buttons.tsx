/** The buttons Choose files… and Choose folder…: system dialogs on the desktop, file inputs in the browser host. */

import { Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconFolder } from '@tabler/icons-react';
import { type ChangeEvent, useRef } from 'react';
import { RECORDING_EXTENSIONS } from '../../../shared/domain/media-types.ts';
import { desktopBridge } from '../../bridge/desktop-transport.ts';
import { useDesk } from '../../state/desk-context.ts';
import { TEST_IDS } from '../text/test-ids.ts';
import { addPaths, uploadAndAdd } from './add-recordings.ts';
import { ADD } from './strings.ts';
import { filesOf } from './walk-entries.ts';

const ACCEPT = ['audio/*', 'video/*', ...RECORDING_EXTENSIONS.map((extension) => `.${extension}`)].join(',');

export function ChooseButtons({ prominent = false }: { prominent?: boolean }) {
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
    const found = filesOf(input.files ?? []);
    // Without this, choosing the same file again fires no event.
    input.value = '';
    void uploadAndAdd(desk, found);
  }

  useHotkeys([['mod+O', chooseFiles]]);
  const height = prominent ? 40 : 34;
  return (
    <>
      <Button h={height} px={prominent ? 22 : 16} variant={prominent ? 'filled' : 'default'} onClick={chooseFiles}>
        {ADD.chooseFiles}
      </Button>
      <Button
        h={height}
        px={prominent ? 20 : 16}
        leftSection={prominent ? <IconFolder size={16} stroke={1.8} /> : null}
        onClick={chooseFolder}
      >
        {ADD.chooseFolder}
      </Button>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        accept={ACCEPT}
        data-testid={TEST_IDS.fileInput}
        onChange={chosen}
      />
      <input
        ref={folder}
        type="file"
        multiple
        hidden
        data-testid={TEST_IDS.folderInput}
        onChange={chosen}
        {...{ webkitdirectory: '' }}
      />
    </>
  );
}
