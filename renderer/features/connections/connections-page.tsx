/** Lists the connections, shows one of them, and adds new ones. */

import { Button } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconPlus } from '@tabler/icons-react';
import { VaultNote } from '../../components/keys/key-storage.tsx';
import { useDesk, useRoute, useSession } from '../../state/desk-context.ts';
import { connectionOfView } from '../../state/route-store.ts';
import { chosenConnection } from '../../state/session-store.ts';
import { ADD_BUTTON } from './confirm-removal.tsx';
import { ConnectionDetail } from './connection-detail.tsx';
import { ConnectionForm } from './connection-form.tsx';
import { ConnectionList } from './connection-list.tsx';
import classes from './connections-page.module.css';
import { CONNECTION_FORM, CONNECTIONS } from './strings.ts';

export function ConnectionsPage() {
  const desk = useDesk();
  const connections = useSession((state) => state.connections);
  const chosen = useSession(chosenConnection);
  const asked = connectionOfView(useRoute((route) => (route.name === 'connections' ? (route.view ?? '') : '')));
  const shown = connections.find(({ id }) => id === asked.id) ?? chosen;

  function add(): void {
    const id = modals.open({
      title: CONNECTION_FORM.title,
      size: 560,
      // What was typed isn't lost to a stray click.
      closeOnClickOutside: false,
      children: <ConnectionForm desk={desk} onDone={() => modals.close(id)} />,
    });
  }

  return (
    <div className={classes.page}>
      <div className={classes.side}>
        <header>
          <h1>{CONNECTIONS.title}</h1>
          <Button id={ADD_BUTTON} h={32} px={10} leftSection={<IconPlus size={15} stroke={2} />} onClick={add}>
            {CONNECTIONS.add}
          </Button>
        </header>
        <ConnectionList connections={connections} shown={shown?.id} />
        <footer>
          <p>{CONNECTIONS.lead}</p>
          <VaultNote />
        </footer>
      </div>
      <div className={classes.content}>
        {shown !== null && <ConnectionDetail key={shown.id} connection={shown} tab={asked.tab} />}
      </div>
    </div>
  );
}
