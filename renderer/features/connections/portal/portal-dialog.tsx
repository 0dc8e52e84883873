/** The account at Cleartake's own service: billing, invoices, usage, audit log and users. */

import { Button, Tabs } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { ConnectionView } from '../../../../shared/contract/connections.ts';
import type { Desk } from '../../../state/desk.ts';
import { distinctName } from '../../../state/session-store.ts';
import { BillingTab } from './billing-tab.tsx';
import { InvoicesTab } from './invoices-tab.tsx';
import { AuditTab, UsageTab } from './list-tabs.tsx';
import classes from './portal.module.css';
import { ACCOUNT } from './strings.ts';
import { UsersTab } from './users-tab.tsx';

const TABS = ['billing', 'invoices', 'usage', 'audit', 'users'] as const;
const PANELS = { billing: BillingTab, invoices: InvoicesTab, usage: UsageTab, audit: AuditTab, users: UsersTab };

export function openPortal(desk: Desk, connection: ConnectionView): void {
  const id = modals.open({
    title: ACCOUNT.title(distinctName(desk.session.getState(), connection)),
    size: 860,
    children: (
      <>
        <Tabs defaultValue="billing" keepMounted={false}>
          <Tabs.List mb={14}>
            {TABS.map((tab) => (
              <Tabs.Tab key={tab} value={tab}>
                {ACCOUNT.tabs[tab]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {TABS.map((tab) => {
            const Panel = PANELS[tab];
            return (
              <Tabs.Panel key={tab} value={tab}>
                <Panel desk={desk} connection={connection} />
              </Tabs.Panel>
            );
          })}
        </Tabs>
        <div className={classes.foot}>
          <Button onClick={() => modals.close(id)}>{ACCOUNT.close}</Button>
        </div>
      </>
    ),
  });
}
