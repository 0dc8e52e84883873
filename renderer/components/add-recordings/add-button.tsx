/** The button Add… of a desk that has rows, with a menu: files, a folder, paths, samples. */

import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconClipboardText, IconFile, IconFolder, IconPlus, IconWaveSine } from '@tabler/icons-react';
import { desktopBridge } from '../../bridge/desktop-transport.ts';
import { useDesk, useSession } from '../../state/desk-context.ts';
import { addSamples } from './add-recordings.ts';
import { askForPaths } from './paste-paths.tsx';
import { ADD } from './strings.ts';
import { useChoosers } from './use-choosers.tsx';

const ICON = { size: 16, stroke: 1.8 };

export function AddButton() {
  const desk = useDesk();
  const samples = useSession((state) => state.info?.samples ?? 0);
  const { chooseFiles, chooseFolder, inputs } = useChoosers();
  return (
    <>
      <Menu position="bottom-start" width={230}>
        <Menu.Target>
          <Button
            h={34}
            px={12}
            variant="default"
            leftSection={<IconPlus size={15} stroke={2} />}
            rightSection={<IconChevronDown size={14} stroke={2} />}
          >
            {ADD.button}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconFile {...ICON} />} onClick={chooseFiles}>
            {ADD.files}
          </Menu.Item>
          <Menu.Item leftSection={<IconFolder {...ICON} />} onClick={chooseFolder}>
            {ADD.folder}
          </Menu.Item>
          {desktopBridge() !== null && (
            <Menu.Item leftSection={<IconClipboardText {...ICON} />} onClick={() => askForPaths(desk)}>
              {ADD.paths}
            </Menu.Item>
          )}
          {samples > 0 && (
            <Menu.Item leftSection={<IconWaveSine {...ICON} />} onClick={() => void addSamples(desk)}>
              {ADD.samples}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {inputs}
    </>
  );
}
