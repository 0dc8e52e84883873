/** The parts of one tab of a connection. */

import { Tabs } from '@mantine/core';
import type { ComponentType } from 'react';
import type { ConnectionView } from '../../../shared/contract/connections.ts';
import type { Desk } from '../../state/desk.ts';
import { useDesk } from '../../state/desk-context.ts';
import classes from './sub-tabs.module.css';

/** What each part is given. */
export interface TabProps {
  readonly desk: Desk;
  readonly connection: ConnectionView;
}

interface SubTabsProps<Part extends string> {
  readonly label: string;
  /** In their order, by what they are called. */
  readonly parts: Readonly<Record<Part, string>>;
  readonly panels: Readonly<Record<Part, ComponentType<TabProps>>>;
  readonly connection: ConnectionView;
}

export function SubTabs<Part extends string>({ label, parts, panels, connection }: SubTabsProps<Part>) {
  const desk = useDesk();
  const names = Object.keys(parts) as Part[];
  return (
    <Tabs variant="pills" defaultValue={names[0] ?? null} keepMounted={false} classNames={classes}>
      <Tabs.List aria-label={label}>
        {names.map((part) => (
          <Tabs.Tab key={part} value={part}>
            {parts[part]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {names.map((part) => {
        const Panel: ComponentType<TabProps> = panels[part];
        return (
          <Tabs.Panel key={part} value={part}>
            <Panel desk={desk} connection={connection} />
          </Tabs.Panel>
        );
      })}
    </Tabs>
  );
}
