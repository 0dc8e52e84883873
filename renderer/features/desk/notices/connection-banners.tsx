/** Says once, for all waiting rows, why a connection is blocked, and how to fix it. */

import { Button } from '@mantine/core';
import { IconCreditCardOff, IconExternalLink, IconKeyOff } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import type { ConnectionView } from '../../../../shared/contract/connections.ts';
import type { JobView } from '../../../../shared/contract/views.ts';
import { textOf } from '../../../../shared/domain/errors.ts';
import { askForKey } from '../../../components/connections/key-form.tsx';
import { useHasAccount } from '../../../components/connections/use-account.ts';
import { Banner } from '../../../components/messages/banner.tsx';
import { showRefusal } from '../../../components/messages/saving.tsx';
import { useDesk, useQueue, useSession } from '../../../state/desk-context.ts';
import { isBlocked } from '../../../state/job-group.ts';
import { announce } from '../../../state/page-stores.ts';
import { distinctName, isStoppedByBilling, keyProblem } from '../../../state/session-store.ts';
import { BILLING_BANNER, KEY } from '../strings.ts';

export function ConnectionBanners() {
  const connections = useSession((state) => state.connections);
  return connections.map((connection) => {
    if (keyProblem(connection) !== null) return <KeyBanner key={connection.id} connection={connection} />;
    return isStoppedByBilling(connection) ? <BillingBanner key={connection.id} connection={connection} /> : null;
  });
}

function BillingBanner({ connection }: { connection: ConnectionView }) {
  const blocked = useBlockedJobs(connection.id);
  const name = useSession((state) => distinctName(state, connection));
  const isOwnHold = connection.kind === 'built-in' && connection.parked?.code === 'paymentFailed';
  const said = connection.parked?.parts?.reason;
  const own = textOf({ what: BILLING_BANNER.ownHold, ...(said === undefined ? {} : { reason: said }) }, 'desk');
  const reason = isOwnHold ? own : (connection.parked?.userMessage ?? '');
  return (
    <ConnectionBanner
      icon={<IconCreditCardOff size={20} />}
      title={BILLING_BANNER.title(name)}
      text={reason}
      rest={blocked.length > 0 ? BILLING_BANNER.waiting(blocked.length) : ''}
      action={
        <>
          <TryNow blocked={blocked} />
          <BillingRemedy connection={connection} />
        </>
      }
    />
  );
}

/** Shown if recordings wait for the key, or if new recordings would. */
function KeyBanner({ connection }: { connection: ConnectionView }) {
  const desk = useDesk();
  const blocked = useBlockedJobs(connection.id);
  const name = useSession((state) => distinctName(state, connection));
  const forgets = useSession((state) => state.vaultKind === 'memory');
  const trouble = keyProblem(connection);
  if (trouble === null || (blocked.length === 0 && !connection.chosen)) return null;
  return (
    <ConnectionBanner
      icon={<IconKeyOff size={20} />}
      title={KEY.title[trouble](name)}
      text={trouble === 'missing' && forgets ? KEY.forgotten : KEY.safe}
      rest={KEY.waiting(blocked.length)}
      action={
        <>
          {trouble === 'refused' && <TryNow blocked={blocked} />}
          <Button h={30} fz={12} variant="filled" onClick={() => askForKey(desk, connection)}>
            {KEY.enter}
          </Button>
        </>
      }
    />
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
    <Button h={30} fz={12} onClick={tryNow}>
      {BILLING_BANNER.tryNow}
    </Button>
  );
}

interface ConnectionBannerProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly text: string;
  /** Changes with the rows, so it isn't announced. */
  readonly rest: string;
  readonly action: ReactNode;
}

function ConnectionBanner({ icon, title, text, rest, action }: ConnectionBannerProps) {
  useEffect(() => announce(`${title}. ${text}`), [title, text]);
  return (
    <Banner label={title} tone="warn" icon={icon} title={title} action={action}>
      {text} {rest}
    </Banner>
  );
}

function useBlockedJobs(connectionId: string): readonly JobView[] {
  const { queue } = useDesk();
  const any = useQueue((state) => state.counts.blocked > 0);
  useQueue((state) => (any ? state.changes : 0));
  if (!any) return [];
  return [...queue.getState().jobs.values()].filter((job) => job.connectionId === connectionId && isBlocked(job));
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
    <Button h={30} fz={12} variant="filled" onClick={lift}>
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
  const look = { h: 30, fz: 12, variant: 'filled' } as const;
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
