/** Says once, for all waiting rows, why a connection is blocked, and how to fix it. */

import { Button } from '@mantine/core';
import { IconCreditCardOff, IconExternalLink, IconKeyOff } from '@tabler/icons-react';
import { useEffect } from 'react';
import type { ConnectionView } from '../../../../shared/contract/connections.ts';
import type { JobView } from '../../../../shared/contract/views.ts';
import { textOf } from '../../../../shared/domain/errors.ts';
import { askForKey } from '../../../components/connections/key-form.tsx';

import { useHasAccount } from '../../../components/connections/use-account.ts';

import { showRefusal } from '../../../components/messages/saving.tsx';
import { useDesk, useQueue, useSession } from '../../../state/desk-context.ts';
import { isBlocked } from '../../../state/job-group.ts';
import { announce } from '../../../state/page-stores.ts';
import { distinctName, isStoppedByBilling, keyProblem } from '../../../state/session-store.ts';
import { BILLING_BANNER, KEY } from '../strings.ts';
import type { StatusMessage } from './message.ts';

export function useConnectionMessages(): readonly StatusMessage[] {
  const { queue } = useDesk();
  const session = useSession((state) => state);
  // Rows of a blocked connection change one by one.
  const blocked = useQueue((state) => (state.counts.blocked > 0 ? state.changes : 0));
  const messages = session.connections.flatMap((connection) => {
    const waiting =
      blocked === 0
        ? []
        : [...queue.getState().jobs.values()].filter((job) => job.connectionId === connection.id && isBlocked(job));
    const name = distinctName(session, connection);
    if (keyProblem(connection) !== null) return keyMessage(connection, name, waiting, session.vaultKind === 'memory');
    return isStoppedByBilling(connection) ? [billingMessage(connection, name, waiting)] : [];
  });
  const said = messages.map(({ title, spoken }) => `${title}. ${spoken}`).join(' ');
  useEffect(() => {
    if (said !== '') announce(said);
  }, [said]);
  return messages;
}

/** What is announced of it doesn't change with the rows. */
type ConnectionMessage = StatusMessage & { readonly spoken: string };

function billingMessage(connection: ConnectionView, name: string, waiting: readonly JobView[]): ConnectionMessage {
  const isOwnHold = connection.kind === 'built-in' && connection.parked?.code === 'paymentFailed';
  const said = connection.parked?.parts?.reason;
  const own = textOf({ what: BILLING_BANNER.ownHold, ...(said === undefined ? {} : { reason: said }) }, 'desk');
  const spoken = isOwnHold ? own : (connection.parked?.userMessage ?? '');
  const title = BILLING_BANNER.title(name);
  return {
    ...{ id: `billing ${connection.id}`, label: title, rank: 'stops', at: 0, tone: 'warn', icon: IconCreditCardOff },
    ...{ title, spoken },
    text: waiting.length > 0 ? `${BILLING_BANNER.waiting(waiting.length)} ${spoken}` : spoken,
    actions: (
      <>
        <TryNow blocked={waiting} />
        <BillingRemedy connection={connection} />
      </>
    ),
  };
}

/** Nothing unless recordings wait for the key, or new ones would. */
function keyMessage(
  connection: ConnectionView,
  name: string,
  waiting: readonly JobView[],
  forgets: boolean,
): ConnectionMessage[] {
  const trouble = keyProblem(connection);
  if (trouble === null || (waiting.length === 0 && !connection.chosen)) return [];
  const title = KEY.title[trouble](name);
  const spoken = trouble === 'missing' && forgets ? KEY.forgotten : KEY.safe;
  return [
    {
      ...{ id: `key ${connection.id}`, label: title, rank: 'stops', at: 0, tone: 'warn', icon: IconKeyOff },
      ...{ title, spoken, text: `${KEY.waiting(waiting.length)} ${spoken}` },
      actions: (
        <>
          {trouble === 'refused' && <TryNow blocked={waiting} />}
          <EnterKey connection={connection} />
        </>
      ),
    },
  ];
}

function EnterKey({ connection }: { connection: ConnectionView }) {
  const desk = useDesk();
  return (
    <Button size="compact-sm" variant="filled" onClick={() => askForKey(desk, connection)}>
      {KEY.enter}
    </Button>
  );
}

/** Resumes one job only: the others follow if it succeeds. */
function TryNow({ blocked }: { blocked: readonly JobView[] }) {
  const desk = useDesk();
  if (blocked.length === 0) return null;

  function tryNow(): void {
    desk.client.queue
      .resume({ jobIds: blocked.slice(0, 1).map((job) => job.id) })
      .then(() => desk.refreshConnections())
      .catch(showRefusal);
  }

  return (
    <Button size="compact-sm" onClick={tryNow}>
      {BILLING_BANNER.tryNow}
    </Button>
  );
}

function BillingRemedy({ connection }: { connection: ConnectionView }) {
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
    <Button size="compact-sm" variant="filled" onClick={lift}>
      {BILLING_BANNER.lift}
    </Button>
  );
}

/**
 * The page that the person named, otherwise the account that Cleartake looks after itself. In a browser the page is a link; a window asks its
 * desk, which opens it in the person's browser.
 */
function OpenBilling({ connection: { billingPage, id } }: { connection: ConnectionView }) {
  const desk = useDesk();
  const isInBrowser = useSession((state) => state.info?.host !== 'desktop');
  const hasAccount = useHasAccount(billingPage === null ? id : null);
  const look = { size: 'compact-sm', variant: 'filled' } as const;
  if (billingPage === null) {
    if (!hasAccount) return null;
    return (
      <Button {...look} onClick={() => desk.goToConnection(id, 'account')}>
        {BILLING_BANNER.open}
      </Button>
    );
  }
  const outside = { ...look, rightSection: <IconExternalLink size={14} /> };
  if (isInBrowser) {
    return (
      <Button {...outside} component="a" href={billingPage} target="_blank" rel="noopener noreferrer">
        {BILLING_BANNER.open}
      </Button>
    );
  }
  return (
    <Button
      {...outside}
      onClick={() => void desk.client.connections.openBilling({ connectionId: id }).catch(showRefusal)}
    >
      {BILLING_BANNER.open}
    </Button>
  );
}
