/** Sending as an item of the row's menu and as a button for selected rows: only where a finished recording and another service are. */

import { Button, Menu } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useDesk, useQueue, useSession } from '../../../state/desk-context.ts';
import { askForService } from './send-dialog.tsx';
import { SENDING } from './strings.ts';

interface SendProps {
  readonly jobIds: readonly string[];
}

export function SendItem({ jobIds }: SendProps) {
  const desk = useDesk();
  if (!useSendable(jobIds)) return null;
  return (
    <Menu.Item leftSection={<IconSend size={15} stroke={1.8} />} onClick={() => askForService(desk, jobIds)}>
      {SENDING.item}
    </Menu.Item>
  );
}

interface SendButtonProps extends SendProps {
  readonly className: string | undefined;
  readonly label?: string;
}

export function SendButton({ jobIds, className, label = SENDING.item }: SendButtonProps) {
  const desk = useDesk();
  if (!useSendable(jobIds)) return null;
  return (
    <Button className={className} size="compact-sm" onClick={() => askForService(desk, jobIds)}>
      {label}
    </Button>
  );
}

/** Whether one of them is restored, delivered or held back, and a service is there that it wasn't restored at. */
function useSendable(jobIds: readonly string[]): boolean {
  const connections = useSession((state) => state.connections);
  return useQueue(({ jobs }) =>
    jobIds.some((id) => {
      const job = jobs.get(id);
      if (job?.state.kind !== 'done' && job?.state.kind !== 'in-review') return false;
      return connections.some(({ id: connectionId, kind }) => kind !== 'built-in' && connectionId !== job.connectionId);
    }),
  );
}
