/** The webhooks of a connection: its endpoints, what became of deliveries, and the receiver on this computer. */

import type { ConnectionView } from '../../../../shared/contract/connections.ts';
import { SubTabs } from '../sub-tabs.tsx';
import { DeliveriesTab } from './deliveries-tab.tsx';
import { EndpointsTab } from './endpoints-tab.tsx';
import { ReceiverTab } from './receiver-tab.tsx';
import { WEBHOOKS } from './strings.ts';

const PANELS = { endpoints: EndpointsTab, deliveries: DeliveriesTab, receiver: ReceiverTab };

export function WebhooksPanel({ connection }: { readonly connection: ConnectionView }) {
  return <SubTabs label={WEBHOOKS.title} parts={WEBHOOKS.tabs} panels={PANELS} connection={connection} />;
}
