/** Why nothing is started over a connection at present, said once for all the rows that wait for it. */

import { Button } from '@mantine/core';
import { IconCreditCardOff } from '@tabler/icons-react';
import { useEffect } from 'react';
import type { ConnectionView } from '../../../shared/contract/connections.ts';
import type { JobView } from '../../../shared/contract/views.ts';
import { announce } from '../../app/announcer.ts';
import { Banner } from '../../app/banner.tsx';
import { showRefusal } from '../../app/show-refusal.ts';
import { useDesk, useQueue, useSession } from '../../state/desk-context.ts';
import { isHeldByBilling } from '../../state/job-group.ts';
import { BILLING } from './strings.ts';

export function BillingBanner() {
  const connections = useSession((state) => state.connections);
  return connections
    .filter((connection) => connection.parked !== null)
    .map((connection) => <Parked key={connection.id} connection={connection} />);
}

function Parked({ connection }: { connection: ConnectionView }) {
  const desk = useDesk();
  const any = useQueue((state) => state.counts.held > 0);
  useQueue((state) => (any ? state.changes : 0));
  const held = any ? heldOn(connection.name, desk.queue.getState().jobs.values()) : [];
  const reason = connection.parked?.userMessage ?? '';
  useEffect(() => announce(`${BILLING.title(connection.name)}. ${reason}`), [connection.name, reason]);

  /** One alone tries: the others follow when it succeeds. */
  function tryNow(): void {
    desk.client.queue
      .resume({ jobIds: held.slice(0, 1).map((job) => job.id) })
      .then(() => desk.refreshConnections())
      .catch(showRefusal);
  }

  return (
    <Banner
      label={BILLING.title(connection.name)}
      tone="warn"
      icon={<IconCreditCardOff size={20} />}
      title={BILLING.title(connection.name)}
      action={
        held.length > 0 && (
          <Button h={30} fz={12} onClick={tryNow}>
            {BILLING.tryNow}
          </Button>
        )
      }
    >
      {reason} {held.length > 0 && BILLING.goesOn(held.length)}
    </Banner>
  );
}

function heldOn(connection: string, jobs: Iterable<JobView>): JobView[] {
  return [...jobs].filter((job) => job.connection === connection && isHeldByBilling(job));
}
