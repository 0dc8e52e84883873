/** What ends a billing stop: the hold of this computer's own service is lifted here; for another service, its billing page. */

import { Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import type { ConnectionView } from '../../../../shared/contract/connections.ts';
import { billingPageOf } from '../../../../shared/service-api/billing-page.ts';
import { showRefusal } from '../../../components/messages/refusal.ts';
import { useDesk, useSession } from '../../../state/desk-context.ts';
import { BILLING } from '../strings.ts';

export function BillingRemedy({ connection }: { connection: ConnectionView }) {
  if (connection.kind === 'remote') return <OpenBilling connection={connection} />;
  return connection.parked?.code === 'paymentFailed' ? <LiftHold connection={connection} /> : null;
}

function LiftHold({ connection: { id: connectionId } }: { connection: ConnectionView }) {
  const desk = useDesk();

  function lift(): void {
    desk.client.connections
      .liftHold({ connectionId })
      .then(() => desk.refreshConnections())
      .catch(showRefusal);
  }

  return (
    <Button h={30} fz={12} variant="filled" onClick={lift}>
      {BILLING.lift}
    </Button>
  );
}

/** In a browser it is a link; a window asks its desk, which opens the page in the person's browser. */
function OpenBilling({ connection }: { connection: ConnectionView }) {
  const desk = useDesk();
  const isInBrowser = useSession((state) => state.info?.host !== 'desktop');
  const page = billingPageOf(connection);
  if (page === null || !URL.canParse(page)) return null;
  const label = connection.billingPage === null ? BILLING.openSite(new URL(page).host) : BILLING.open;
  const look = { h: 30, fz: 12, variant: 'filled', rightSection: <IconExternalLink size={14} /> } as const;
  if (isInBrowser) {
    return (
      <Button {...look} component="a" href={page} target="_blank" rel="noopener noreferrer">
        {label}
      </Button>
    );
  }
  return (
    <Button
      {...look}
      onClick={() => void desk.client.connections.openBilling({ connectionId: connection.id }).catch(showRefusal)}
    >
      {label}
    </Button>
  );
}
