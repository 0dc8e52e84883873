/** Why nothing is sent over a connection at present, said once for all the rows that wait for it, with the way out. */

import { Button } from '@mantine/core';
import { IconCreditCardOff, IconKeyOff } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import type { ConnectionView } from '../../../../shared/contract/connections.ts';
import type { JobView } from '../../../../shared/contract/views.ts';
import { askForKey } from '../../../components/keys/key-form.tsx';
import { announce } from '../../../components/messages/announcer.ts';
import { Banner } from '../../../components/messages/banner.tsx';
import { showRefusal } from '../../../components/messages/refusal.ts';
import { useDesk, useQueue, useSession } from '../../../state/desk-context.ts';
import { isHeld } from '../../../state/job-group.ts';
import { isStoppedByBilling, keyTrouble, nameApart } from '../../../state/session-store.ts';
import { BILLING, KEY } from '../strings.ts';

export function HoldBanners() {
  const connections = useSession((state) => state.connections);
  return connections.map((connection) => {
    if (keyTrouble(connection) !== null) return <KeyHold key={connection.id} connection={connection} />;
    return isStoppedByBilling(connection) ? <BillingHold key={connection.id} connection={connection} /> : null;
  });
}

function BillingHold({ connection }: { connection: ConnectionView }) {
  const held = useHeldOn(connection.id);
  const name = useSession((state) => nameApart(state, connection));
  const reason = connection.parked?.userMessage ?? '';
  return (
    <HoldBanner
      icon={<IconCreditCardOff size={20} />}
      title={BILLING.title(name)}
      text={reason}
      rest={held.length > 0 ? BILLING.goesOn(held.length) : ''}
      action={<TryNow held={held} />}
    />
  );
}

/** Shown where it keeps something from going on, or would with the next Start. */
function KeyHold({ connection }: { connection: ConnectionView }) {
  const desk = useDesk();
  const held = useHeldOn(connection.id);
  const name = useSession((state) => nameApart(state, connection));
  const forgets = useSession((state) => state.vaultKind === 'memory');
  const trouble = keyTrouble(connection);
  if (trouble === null || (held.length === 0 && !connection.chosen)) return null;
  return (
    <HoldBanner
      icon={<IconKeyOff size={20} />}
      title={KEY.title[trouble](name)}
      text={trouble === 'missing' && forgets ? KEY.forgotten : KEY.safe}
      rest={KEY.goesOn(held.length)}
      action={
        <>
          {trouble === 'refused' && <TryNow held={held} />}
          <Button h={30} fz={12} variant="filled" onClick={() => askForKey(desk, connection)}>
            {KEY.enter}
          </Button>
        </>
      }
    />
  );
}

/** One alone tries: the others follow when it succeeds. */
function TryNow({ held }: { held: readonly JobView[] }) {
  const desk = useDesk();
  if (held.length === 0) return null;

  function tryNow(): void {
    desk.client.queue
      .resume({ jobIds: held.slice(0, 1).map((job) => job.id) })
      .then(() => desk.refreshConnections())
      .catch(showRefusal);
  }

  return (
    <Button h={30} fz={12} onClick={tryNow}>
      {BILLING.tryNow}
    </Button>
  );
}

interface HoldBannerProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly text: string;
  /** Changes with the rows: not said aloud each time. */
  readonly rest: string;
  readonly action: ReactNode;
}

function HoldBanner({ icon, title, text, rest, action }: HoldBannerProps) {
  useEffect(() => announce(`${title}. ${text}`), [title, text]);
  return (
    <Banner label={title} tone="warn" icon={icon} title={title} action={action}>
      {text} {rest}
    </Banner>
  );
}

function useHeldOn(connectionId: string): readonly JobView[] {
  const { queue } = useDesk();
  const any = useQueue((state) => state.counts.held > 0);
  useQueue((state) => (any ? state.changes : 0));
  if (!any) return [];
  return [...queue.getState().jobs.values()].filter((job) => job.connectionId === connectionId && isHeld(job));
}
