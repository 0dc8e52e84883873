/** The account at Cleartake's own service: billing, invoices, usage, audit log and users. */

import type { ConnectionView } from '../../../../shared/contract/connections.ts';
import { SubTabs } from '../sub-tabs.tsx';
import { BillingTab } from './billing-tab.tsx';
import { InvoicesTab } from './invoices-tab.tsx';
import { AuditTab, UsageTab } from './list-tabs.tsx';
import { ACCOUNT } from './strings.ts';
import { UsersTab } from './users-tab.tsx';

const PANELS = { billing: BillingTab, invoices: InvoicesTab, usage: UsageTab, audit: AuditTab, users: UsersTab };

export function PortalPanel({ connection }: { readonly connection: ConnectionView }) {
  return <SubTabs label={ACCOUNT.title} parts={ACCOUNT.tabs} panels={PANELS} connection={connection} />;
}
