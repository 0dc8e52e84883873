/** What can be changed about recordings while they wait for Start, as items of a menu or as buttons. */

import { Button, Menu } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconArrowBackUp, IconChevronDown, IconCpu, IconServer } from '@tabler/icons-react';
import { useShallow } from 'zustand/react/shallow';
import { showRefusal } from '../../../components/messages/refusal.ts';
import { useDesk, useQueue, useSession } from '../../../state/desk-context.ts';
import { isStartable } from '../../../state/job-group.ts';
import { chosenPreset } from '../../../state/session-store.ts';
import { askForSettings } from './change-settings.tsx';
import { askForConnection } from './move-connection.tsx';
import { OWN } from './strings.ts';
import { changeRows, waitingAmong } from './waiting-rows.ts';

interface WaitingProps {
  readonly jobIds: readonly string[];
}

/** Nothing if none of them waits for Start. */
export function WaitingItems({ jobIds }: WaitingProps) {
  const desk = useDesk();
  const { waits, differs } = useWaiting(jobIds);
  const preset = useSession((state) => chosenPreset(state)?.name ?? null);
  const several = useSession((state) => state.connections.length > 1);
  if (!waits) return null;
  return (
    <>
      <Menu.Item
        leftSection={<IconAdjustmentsHorizontal size={15} stroke={1.8} />}
        onClick={() => askForSettings(desk, jobIds, 'all')}
      >
        {OWN.settings}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconCpu size={15} stroke={1.8} />}
        onClick={() => askForSettings(desk, jobIds, 'models')}
      >
        {OWN.models}
      </Menu.Item>
      {several && (
        <Menu.Item leftSection={<IconServer size={15} stroke={1.8} />} onClick={() => askForConnection(desk, jobIds)}>
          {OWN.move}
        </Menu.Item>
      )}
      {differs && (
        <Menu.Item
          leftSection={<IconArrowBackUp size={15} stroke={1.8} />}
          onClick={() => changeRows(desk, waitingAmong(desk, jobIds), null).catch(showRefusal)}
        >
          {preset === null ? OWN.resetCustom : OWN.reset(preset)}
        </Menu.Item>
      )}
    </>
  );
}

/** Buttons where there is room, else one with a menu. */
export function WaitingButtons({ jobIds, className }: WaitingProps & { readonly className: string | undefined }) {
  const desk = useDesk();
  const { waits, differs } = useWaiting(jobIds);
  const roomy = useMediaQuery('(min-width: 1320px)', true, { getInitialValueInEffect: false });
  const several = useSession((state) => state.connections.length > 1);
  if (!waits) return null;
  const look = { size: 'compact-sm', className } as const;
  if (roomy && !differs) {
    return (
      <>
        <Button {...look} onClick={() => askForSettings(desk, jobIds, 'all')}>
          {OWN.settings}
        </Button>
        <Button {...look} onClick={() => askForSettings(desk, jobIds, 'models')}>
          {OWN.models}
        </Button>
        {several && (
          <Button {...look} onClick={() => askForConnection(desk, jobIds)}>
            {OWN.move}
          </Button>
        )}
      </>
    );
  }
  return (
    <Menu position="bottom-start" width={250}>
      <Menu.Target>
        <Button {...look} rightSection={<IconChevronDown size={13} stroke={2} />}>
          {OWN.menu}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <WaitingItems jobIds={jobIds} />
      </Menu.Dropdown>
    </Menu>
  );
}

/** Whether some of them wait for Start, and whether some of those have settings of their own. */
function useWaiting(jobIds: readonly string[]): { readonly waits: boolean; readonly differs: boolean } {
  return useQueue(
    useShallow(({ jobs }) => {
      let waits = false;
      for (const id of jobIds) {
        const job = jobs.get(id);
        if (job === undefined || !isStartable(job)) continue;
        waits = true;
        if (job.own !== null) return { waits, differs: true };
      }
      return { waits, differs: false };
    }),
  );
}
