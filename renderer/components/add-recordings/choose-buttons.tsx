/** The buttons Choose files… and Choose folder… of the empty desk. */

import { Button } from '@mantine/core';
import { IconFolder } from '@tabler/icons-react';
import { ADD } from './strings.ts';
import { useChoosers } from './use-choosers.tsx';

export function ChooseButtons() {
  const { chooseFiles, chooseFolder, inputs } = useChoosers();
  return (
    <>
      <Button h={40} px={22} variant="filled" onClick={chooseFiles}>
        {ADD.chooseFiles}
      </Button>
      <Button h={40} px={20} leftSection={<IconFolder size={16} stroke={1.8} />} onClick={chooseFolder}>
        {ADD.chooseFolder}
      </Button>
      {inputs}
    </>
  );
}
