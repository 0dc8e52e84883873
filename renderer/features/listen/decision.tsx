/** What Listen offers about another service: trying the worst minute, and once it was tried, sending the whole or keeping what there is. */

import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconEar, IconSend } from '@tabler/icons-react';
import type { JobView } from '../../../shared/contract/views.ts';
import { showRefusal } from '../../components/messages/refusal.ts';
import { askForMinute } from '../../components/sending/excerpt-dialog.tsx';
import { askForService } from '../../components/sending/send-dialog.tsx';
import { EXCERPT } from '../../components/sending/strings.ts';
import { useSendable } from '../../components/sending/use-sendable.ts';
import type { Desk } from '../../state/desk.ts';
import { useDesk } from '../../state/desk-context.ts';
import { couldBeBetter } from '../../state/job-group.ts';

export function Decision({ job }: { job: JobView }) {
  const desk = useDesk();
  const sendable = useSendable([job.id]);
  if (job.excerpt !== null) return <AfterTrying job={job} of={job.excerpt.of} />;
  if (!sendable || !couldBeBetter(job)) return null;
  return (
    <Button h={32} leftSection={<IconEar size={15} stroke={1.8} />} onClick={() => askForMinute(desk, job.id)}>
      {EXCERPT.item}
    </Button>
  );
}

function AfterTrying({ job, of }: { job: JobView; of: string }) {
  const desk = useDesk();
  const sendable = useSendable([of]);
  if (!sendable) return null;
  const tried = { connectionId: job.connectionId, models: job.generations.map(({ model }) => model) };
  return (
    <>
      <Button h={32} onClick={() => keep(desk, of)}>
        {EXCERPT.keep}
      </Button>
      <Button h={32} leftSection={<IconSend size={15} stroke={1.8} />} onClick={() => askForService(desk, [of], tried)}>
        {EXCERPT.sendWhole}
      </Button>
    </>
  );
}

function keep(desk: Desk, jobId: string): void {
  desk.client.queue
    .keep({ jobIds: [jobId] })
    .then(() => notifications.show({ role: 'status', message: EXCERPT.kept }))
    .catch(showRefusal);
}
