/** One connection: its name and whether new recordings use it, and what can be looked after in tabs. */

import { Button, Tabs } from '@mantine/core';
import { IconCheck, IconCloud, IconCpu } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { ConnectionView } from '../../../shared/contract/connections.ts';
import { ConnectionLabel } from '../../components/connections/connection-name.tsx';
import { showRefusal } from '../../components/messages/saving.tsx';
import { useDesk } from '../../state/desk-context.ts';
import { KeysPanel } from './account-keys/keys-panel.tsx';
import classes from './connection-detail.module.css';
import { ConnectionOverview } from './overview/overview.tsx';
import { BillingTab } from './portal/billing-tab.tsx';
import { InvoicesTab } from './portal/invoices-tab.tsx';
import { AuditTab, UsageTab } from './portal/list-tabs.tsx';
import { ACCOUNT_WORDS } from './portal/strings.ts';
import { UsersTab } from './portal/users-tab.tsx';
import { RehearsalPanel } from './rehearsal/rehearsal-panel.tsx';
import { CONNECTIONS, type ConnectionTab, tabsOf } from './strings.ts';
import { SubTabs } from './sub-tabs.tsx';
import { DeliveriesTab } from './webhooks/deliveries-tab.tsx';
import { EndpointsTab } from './webhooks/endpoints-tab.tsx';
import { ReceiverTab } from './webhooks/receiver-tab.tsx';
import { WEBHOOKS } from './webhooks/strings.ts';

const PANELS: Readonly<Record<ConnectionTab, ComponentType<{ readonly connection: ConnectionView }>>> = {
  overview: ConnectionOverview,
  keys: KeysPanel,
  webhooks: WebhooksPanel,
  account: PortalPanel,
  rehearsal: RehearsalPanel,
};

interface ConnectionDetailProps {
  readonly connection: ConnectionView;
  /** As the address has it; a tab that this connection doesn't have is the overview. */
  readonly tab: string;
}

export function ConnectionDetail({ connection, tab }: ConnectionDetailProps) {
  const desk = useDesk();
  const tabs = tabsOf(connection);
  return (
    <article
      className={classes.detail}
      data-chosen={connection.chosen}
      data-color={connection.color}
      aria-label={connection.name}
    >
      <Head connection={connection} />
      <Tabs
        value={tabs.find((known) => known === tab) ?? 'overview'}
        onChange={(next) => desk.goToConnection(connection.id, next ?? undefined)}
        keepMounted={false}
      >
        <Tabs.List aria-label={connection.name}>
          {tabs.map((known) => (
            <Tabs.Tab key={known} value={known}>
              {CONNECTIONS.tabs[known]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map((known) => {
          const Panel = PANELS[known];
          return (
            <Tabs.Panel key={known} value={known} pt={16}>
              <Panel connection={connection} />
            </Tabs.Panel>
          );
        })}
      </Tabs>
    </article>
  );
}

function Head({ connection }: { readonly connection: ConnectionView }) {
  const desk = useDesk();
  const builtIn = connection.kind === 'built-in';
  const Icon = builtIn ? IconCpu : IconCloud;

  function choose(): void {
    desk.client.connections
      .choose({ connectionId: connection.id })
      .then(() => desk.refreshConnections())
      .catch(showRefusal);
  }

  return (
    <header className={classes.head}>
      <span className={classes.icon}>
        <Icon size={20} stroke={1.7} />
      </span>
      <div className={classes.names}>
        <h2>
          {connection.name}
          {connection.label !== null && <ConnectionLabel color={connection.color} label={connection.label} />}
        </h2>
        <p>{builtIn ? CONNECTIONS.builtIn : connection.baseUrl}</p>
      </div>
      {connection.chosen ? (
        <span className={classes.selected}>
          <IconCheck size={15} stroke={2.2} />
          {CONNECTIONS.selected}
        </span>
      ) : (
        <Button onClick={choose}>{CONNECTIONS.select}</Button>
      )}
    </header>
  );
}

const ACCOUNT_PANELS = {
  billing: BillingTab,
  invoices: InvoicesTab,
  usage: UsageTab,
  audit: AuditTab,
  users: UsersTab,
};

function PortalPanel({ connection }: { readonly connection: ConnectionView }) {
  return (
    <SubTabs label={ACCOUNT_WORDS.title} parts={ACCOUNT_WORDS.tabs} panels={ACCOUNT_PANELS} connection={connection} />
  );
}

const WEBHOOK_PANELS = { endpoints: EndpointsTab, deliveries: DeliveriesTab, receiver: ReceiverTab };

function WebhooksPanel({ connection }: { readonly connection: ConnectionView }) {
  return <SubTabs label={WEBHOOKS.title} parts={WEBHOOKS.tabs} panels={WEBHOOK_PANELS} connection={connection} />;
}
