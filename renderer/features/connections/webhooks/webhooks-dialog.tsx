/** The webhooks of a connection: its endpoints, what became of deliveries, and the receiver on this computer. */

import { Button, Tabs } from '@mantine/core';
import { modals } from '@mantine/modals';
import { DeliveriesTab } from './deliveries-tab.tsx';
import { EndpointsTab } from './endpoints-tab.tsx';
import { ReceiverTab } from './receiver-tab.tsx';
import { WEBHOOKS } from './strings.ts';
import classes from './webhooks.module.css';

/** @param name of the connection */
export function openWebhooks(connectionId: string, name: string): void {
  const id = modals.open({
    title: WEBHOOKS.title(name),
    size: 860,
    children: (
      <>
        <Tabs defaultValue="endpoints" keepMounted={false}>
          <Tabs.List mb={14}>
            {(['endpoints', 'deliveries', 'receiver'] as const).map((tab) => (
              <Tabs.Tab key={tab} value={tab}>
                {WEBHOOKS.tabs[tab]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value="endpoints">
            <EndpointsTab connectionId={connectionId} />
          </Tabs.Panel>
          <Tabs.Panel value="deliveries">
            <DeliveriesTab connectionId={connectionId} />
          </Tabs.Panel>
          <Tabs.Panel value="receiver">
            <ReceiverTab connectionId={connectionId} />
          </Tabs.Panel>
        </Tabs>
        <div className={classes.foot}>
          <Button onClick={() => modals.close(id)}>{WEBHOOKS.close}</Button>
        </div>
      </>
    ),
  });
}
