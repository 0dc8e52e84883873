/** What can be changed about recordings while they wait, before and after Start, as items of a menu or as buttons. */

import { Button, Menu } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconArrowBackUp, IconChevronDown, IconCpu, IconServer } from '@tabler/icons-react';
import { useShallow } from 'zustand/react/shallow';
import { showRefusal } from '../../../components/messages/saving.tsx';
import { useDesk, useQueue, useSession } from '../../../state/desk-context.ts';
import { isOpenToChange, isStartable } from '../../../state/job-group.ts';
import { chosenPreset } from '../../../state/session-store.ts';
import { askForSettings } from './change-settings.tsx';
import { askForConnection } from './move-connection.tsx';
import { OWN } from './strings.ts';
import { changeRows, waitingAmong } from './waiting-rows.ts';

interface WaitingProps {
  readonly jobIds: readonly string[];
}

/** Nothing if none of them waits. */
export function WaitingItems({ jobIds }: WaitingProps) {
  const desk = useDesk();
  const { changes, differs, waits } = useWaiting(jobIds);
  const preset = useSession((state) => chosenPreset(state)?.name ?? null);
  const several = useSession((state) => state.connections.length > 1);
  if (!changes) return null;
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
      {waits && several && (
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
export function WaitingButtons({ jobIds }: WaitingProps) {
  const desk = useDesk();
  const { changes, differs, waits } = useWaiting(jobIds);
  const roomy = useMediaQuery('(min-width: 1320px)', true, { getInitialValueInEffect: false });
  const several = useSession((state) => state.connections.length > 1);
  if (!changes) return null;
  if (roomy && !differs) {
    return (
      <>
        <Button size="compact-sm" onClick={() => askForSettings(desk, jobIds, 'all')}>
          {OWN.settings}
        </Button>
        <Button size="compact-sm" onClick={() => askForSettings(desk, jobIds, 'models')}>
          {OWN.models}
        </Button>
        {waits && several && (
          <Button size="compact-sm" onClick={() => askForConnection(desk, jobIds)}>
            {OWN.move}
          </Button>
        )}
      </>
    );
  }
  return (
    <Menu position="bottom-start" width={250}>
      <Menu.Target>
        <Button size="compact-sm" rightSection={<IconChevronDown size={13} stroke={2} />}>
          {OWN.menu}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <WaitingItems jobIds={jobIds} />
      </Menu.Dropdown>
    </Menu>
  );
}

interface Waiting {
  /** Some of them wait for Start. */
  readonly waits: boolean;
  /** The settings of some may still change. */
  readonly changes: boolean;
  /** Some that wait for Start have settings of their own. */
  readonly differs: boolean;
}

function useWaiting(jobIds: readonly string[]): Waiting {
  return useQueue(
    useShallow(({ jobs }) => {
      let waits = false;
      let changes = false;
      for (const id of jobIds) {
        const job = jobs.get(id);
        if (job === undefined || !isOpenToChange(job)) continue;
        changes = true;
        if (!isStartable(job)) continue;
        waits = true;
        if (job.own !== null) return { waits, changes, differs: true };
      }
      return { waits, changes, differs: false };
    }),
  );
}
