/** The connections: which there are, which is used, whether it answers. */

import { Button } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconPlus, IconShieldLock } from '@tabler/icons-react';
import { useDesk, useSession } from '../../state/desk-context.ts';
import { AddForm } from './add-form.tsx';
import { ConnectionCard } from './connection-card.tsx';
import classes from './connections.module.css';
import { CONNECTIONS, FORM } from './strings.ts';

export function ConnectionsPage() {
  const desk = useDesk();
  const connections = useSession((state) => state.connections);
  const vault = useSession((state) => state.vaultSentence);

  function add(): void {
    const id = modals.open({
      title: FORM.title,
      size: 560,
      children: <AddForm desk={desk} vault={vault} onDone={() => modals.close(id)} />,
    });
  }

  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <div>
          <h1>{CONNECTIONS.title}</h1>
          <p>{CONNECTIONS.lead}</p>
        </div>
        <Button h={36} variant="filled" leftSection={<IconPlus size={16} stroke={2} />} onClick={add}>
          {CONNECTIONS.add}
        </Button>
      </header>
      <ul className={classes.list}>
        {connections.map((connection) => (
          <li key={connection.id}>
            <ConnectionCard connection={connection} />
          </li>
        ))}
      </ul>
      {vault !== '' && (
        <p className={classes.vault}>
          <IconShieldLock size={17} stroke={1.7} />
          {vault}
        </p>
      )}
    </div>
  );
}
