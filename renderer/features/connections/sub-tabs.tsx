/** The parts of one tab of a connection. What they show is read when they are opened, and again when that is asked for. */

import { ActionIcon, Group, Tabs, Tooltip } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { type ComponentType, useState } from 'react';
import type { ConnectionView } from '../../../shared/contract/connections.ts';
import type { PageDesk } from '../../state/desk.ts';
import { useDesk } from '../../state/desk-context.ts';
import classes from './connection-detail.module.css';
import { CONNECTIONS } from './strings.ts';

/** What each part is given. */
export interface TabProps {
  readonly desk: PageDesk;
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
  const [round, setRound] = useState(0);
  const names = Object.keys(parts) as Part[];
  return (
    <Tabs
      variant="pills"
      defaultValue={names[0] ?? null}
      keepMounted={false}
      classNames={{ list: classes.list, tab: classes.tab }}
    >
      <Group gap={12} wrap="nowrap" justify="space-between" mb={14}>
        <Tabs.List aria-label={label}>
          {names.map((part) => (
            <Tabs.Tab key={part} value={part}>
              {parts[part]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tooltip label={CONNECTIONS.again}>
          <ActionIcon size={30} aria-label={CONNECTIONS.again} onClick={() => setRound(round + 1)}>
            <IconRefresh size={16} stroke={1.8} />
          </ActionIcon>
        </Tooltip>
      </Group>
      {names.map((part) => {
        const Panel: ComponentType<TabProps> = panels[part];
        return (
          <Tabs.Panel key={`${part} ${round}`} value={part}>
            <Panel desk={desk} connection={connection} />
          </Tabs.Panel>
        );
      })}
    </Tabs>
  );
}
