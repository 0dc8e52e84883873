/** What can be done with a recording of the history. */

import { Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import {
  IconCloudDownload,
  IconCoins,
  IconCopy,
  IconDownload,
  IconFiles,
  IconFolder,
  IconFolderSearch,
  IconInfoCircle,
  IconPlayerPlay,
  IconPlus,
  IconRotate,
  IconStack2,
  IconTrash,
} from '@tabler/icons-react';
import type { HistoryEntry } from '../../../../shared/contract/history.ts';
import { folderOf } from '../../../../shared/domain/history/facts.ts';
import { modelOf } from '../../../../shared/domain/models.ts';
import { showRefusal } from '../../../components/messages/saving.tsx';
import { askToSaveAs } from '../../../components/save-as/ask.ts';
import { SAVE_AS } from '../../../components/save-as/strings.ts';
import { askToRestoreAgain } from '../../../components/sending/again-dialog.tsx';
import { AGAIN } from '../../../components/sending/strings.ts';
import { shownName } from '../../../components/text/format.ts';
import { useDesk } from '../../../state/desk-context.ts';
import { batchCostsAddress } from '../../../state/route-store.ts';
import { downloadResultsAgain, saveAgain } from '../bulk/actions.ts';
import { askToDelete } from '../bulk/delete-dialog.tsx';
import { HISTORY_MENU } from '../strings.ts';
import { ENDED, isAudible, missingModels } from './history-words.ts';
import type { ViewControl } from './use-history.ts';

const ICON = { size: 15, stroke: 1.8 };

interface RowMenuItemsProps {
  readonly entry: HistoryEntry;
  readonly control: ViewControl;
  readonly onOpen: () => void;
  readonly onChanged: (deleted?: readonly string[]) => void;
}

export function RowMenuItems({ entry, control, onOpen, onChanged }: RowMenuItemsProps) {
  const desk = useDesk();
  const { jobId, sourcePath, batchId } = entry;
  const { system } = desk.client;

  async function copyPath(path: string): Promise<void> {
    await navigator.clipboard.writeText(path);
    notifications.show({ role: 'status', message: HISTORY_MENU.copied });
  }

  return (
    <>
      {isAudible(entry) && (
        <Menu.Item leftSection={<IconPlayerPlay {...ICON} />} onClick={() => desk.goTo('listen', jobId)}>
          {HISTORY_MENU.listen}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconInfoCircle {...ICON} />} onClick={onOpen}>
        {HISTORY_MENU.details}
      </Menu.Item>
      {isAudible(entry) && ENDED.has(entry.state) && (
        <>
          <Menu.Item
            leftSection={<IconDownload {...ICON} />}
            onClick={() => askToSaveAs(desk, { jobIds: [jobId], name: entry.name, onChanged })}
          >
            {SAVE_AS.item}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconFiles {...ICON} />}
            onClick={() => saveAgain(desk, [jobId], onChanged).catch(showRefusal)}
          >
            {HISTORY_MENU.saveAgain}
          </Menu.Item>
        </>
      )}
      {ENDED.has(entry.state) && entry.generations.some(({ state }) => state !== 'ready') && (
        <Menu.Item
          leftSection={<IconCloudDownload {...ICON} />}
          onClick={() => downloadResultsAgain(desk, [jobId], onChanged).catch(showRefusal)}
        >
          {HISTORY_MENU.downloadAgain}
        </Menu.Item>
      )}
      {ENDED.has(entry.state) && (
        <>
          {missingModels(entry).map((model) => (
            <Menu.Item
              key={model}
              leftSection={<IconPlus {...ICON} />}
              onClick={() => askToRestoreAgain([jobId], shownName(entry.name), model)}
            >
              {AGAIN.add(modelOf(model).label)}
            </Menu.Item>
          ))}
          <Menu.Item
            leftSection={<IconRotate {...ICON} />}
            onClick={() => askToRestoreAgain([jobId], shownName(entry.name))}
          >
            {AGAIN.item}
          </Menu.Item>
        </>
      )}
      <Menu.Item leftSection={<IconFolder {...ICON} />} onClick={() => system.reveal({ jobId }).catch(showRefusal)}>
        {HISTORY_MENU.reveal}
      </Menu.Item>
      {sourcePath !== null && (
        <>
          <Menu.Item leftSection={<IconCopy {...ICON} />} onClick={() => copyPath(sourcePath).catch(showRefusal)}>
            {HISTORY_MENU.copyPath}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconFolderSearch {...ICON} />}
            onClick={() => control.filterBy({ show: folderOf(sourcePath) })}
          >
            {HISTORY_MENU.thisFolder}
          </Menu.Item>
        </>
      )}
      <Menu.Item leftSection={<IconStack2 {...ICON} />} onClick={() => control.filterBy({ batch: batchId })}>
        {HISTORY_MENU.thisBatch}
      </Menu.Item>
      <Menu.Item component="a" href={batchCostsAddress(batchId)} leftSection={<IconCoins {...ICON} />}>
        {HISTORY_MENU.batchCosts}
      </Menu.Item>
      {ENDED.has(entry.state) && (
        <>
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconTrash {...ICON} />}
            onClick={() => askToDelete([jobId], shownName(entry.name), onChanged)}
          >
            {HISTORY_MENU.remove}
          </Menu.Item>
        </>
      )}
    </>
  );
}
