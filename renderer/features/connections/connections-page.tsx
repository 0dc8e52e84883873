/** Lists the connections and adds new ones. */

import { Button } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconPlus } from '@tabler/icons-react';
import { VaultNote } from '../../components/keys/key-storage.tsx';
import { ColumnPage } from '../../components/pages/column-page.tsx';
import { useDesk, useSession } from '../../state/desk-context.ts';
import { ConnectionCard } from './connection-card.tsx';
import { ConnectionForm } from './connection-form.tsx';
import classes from './connections.module.css';
import { CONNECTIONS, FORM } from './strings.ts';

export function ConnectionsPage() {
  const desk = useDesk();
  const connections = useSession((state) => state.connections);

  function add(): void {
    const id = modals.open({
      title: FORM.title,
      size: 560,
      children: <ConnectionForm desk={desk} onDone={() => modals.close(id)} />,
    });
  }

  return (
    <ColumnPage
      title={CONNECTIONS.title}
      lead={CONNECTIONS.lead}
      action={
        <Button h={36} variant="filled" leftSection={<IconPlus size={16} stroke={2} />} onClick={add}>
          {CONNECTIONS.add}
        </Button>
      }
    >
      <ul className={classes.list}>
        {connections.map((connection) => (
          <li key={connection.id}>
            <ConnectionCard connection={connection} />
          </li>
        ))}
      </ul>
      <VaultNote />
    </ColumnPage>
  );
}
