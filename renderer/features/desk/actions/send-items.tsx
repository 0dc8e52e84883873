/**
 * Sending as items of the row's menu and as a button for selected rows: only where a finished recording and another service are. Also keeping
 * a result that could be better.
 */

import { Button, Menu } from '@mantine/core';
import { IconEar, IconSend, IconThumbUp } from '@tabler/icons-react';
import { showRefusal } from '../../../components/messages/saving.tsx';
import { askForMinute } from '../../../components/sending/excerpt-dialog.tsx';
import { askForService } from '../../../components/sending/send-dialog.tsx';
import { useSendable } from '../../../components/sending/service-choice.tsx';
import { SEND_DIALOG, SEND_EXCERPT } from '../../../components/sending/strings.ts';
import { useDesk, useJob } from '../../../state/desk-context.ts';
import { couldBeBetter } from '../../../state/job-group.ts';

interface SendProps {
  readonly jobIds: readonly string[];
}

export function SendItems({ jobIds }: SendProps) {
  const desk = useDesk();
  const sendable = useSendable(jobIds);
  const [jobId = ''] = jobIds;
  const job = useJob(jobId);
  return (
    <>
      {sendable && (
        <>
          <Menu.Item leftSection={<IconSend size={15} stroke={1.8} />} onClick={() => askForService(desk, jobIds)}>
            {SEND_DIALOG.item}
          </Menu.Item>
          {job?.state.kind === 'done' && (
            <Menu.Item leftSection={<IconEar size={15} stroke={1.8} />} onClick={() => askForMinute(desk, jobId)}>
              {SEND_EXCERPT.item}
            </Menu.Item>
          )}
        </>
      )}
      {job !== undefined && couldBeBetter(job) && (
        <Menu.Item
          leftSection={<IconThumbUp size={15} stroke={1.8} />}
          onClick={() => desk.client.queue.keep({ jobIds: [jobId] }).catch(showRefusal)}
        >
          {SEND_EXCERPT.keep}
        </Menu.Item>
      )}
    </>
  );
}

interface SendButtonProps extends SendProps {
  readonly label?: string;
}

export function SendButton({ jobIds, label = SEND_DIALOG.item }: SendButtonProps) {
  const desk = useDesk();
  if (!useSendable(jobIds)) return null;
  return (
    <Button size="compact-sm" onClick={() => askForService(desk, jobIds)}>
      {label}
    </Button>
  );
}
