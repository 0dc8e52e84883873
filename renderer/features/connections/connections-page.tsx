/** Lists the connections, shows one of them, and adds new ones. */

import { Button } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconPlus } from '@tabler/icons-react';
import type { ConnectionView } from '../../../shared/contract/connections.ts';
import { formatUsd } from '../../../shared/domain/money.ts';
import { ConnectionLabel } from '../../components/connections/connection-name.tsx';
import { VaultNote } from '../../components/connections/key-form.tsx';
import { useDesk, useRoute, useSession } from '../../state/desk-context.ts';
import { connectionAddress, connectionOfView } from '../../state/route-store.ts';
import { chosenConnection, healthOf, isStoppedByBilling, keyProblem } from '../../state/session-store.ts';
import { ADD_BUTTON } from './confirm-removal.tsx';
import { ConnectionDetail } from './connection-detail.tsx';
import { ConnectionForm } from './connection-form.tsx';
import classes from './connections-page.module.css';
import { CONNECTION_FORM, CONNECTIONS, LIST } from './strings.ts';

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

interface ConnectionListProps {
  readonly connections: readonly ConnectionView[];
  /** The id of the one that is shown. */
  readonly shown: string | undefined;
}

function ConnectionList({ connections, shown }: ConnectionListProps) {
  return (
    <nav aria-label={CONNECTIONS.title}>
      <ul className={classes.list}>
        {connections.map((connection) => (
          <li key={connection.id}>
            <a
              className={classes.entry}
              href={connectionAddress(connection.id)}
              aria-current={connection.id === shown ? 'page' : undefined}
              ref={connection.id === shown ? bringIntoView : undefined}
            >
              <span className={classes.name}>
                <span className={classes.dot} data-tone={healthOf(connection)} />
                <span className="cut">{connection.name}</span>
                {connection.label !== null && <ConnectionLabel color={connection.color} label={connection.label} />}
              </span>
              <small data-trouble={troubleOf(connection) !== null}>
                {troubleOf(connection) ?? pricesOf(connection)}
              </small>
              {connection.chosen && <small className={classes.chosen}>{CONNECTIONS.selected}</small>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** One that is shown, or was just added, may be beyond the end of a long list. */
function bringIntoView(entry: HTMLElement | null): void {
  entry?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** What keeps it from working, in a few words; null if nothing does. */
function troubleOf(connection: ConnectionView): string | null {
  const key = keyProblem(connection);
  if (key !== null) return LIST.key[key];
  if (isStoppedByBilling(connection)) return LIST.onHold;
  return healthOf(connection) === 'silent' ? LIST.silent : null;
}

/** Dollars a minute of both models, where they are known. */
function pricesOf({ prices }: ConnectionView): string {
  const known = [...new Set(Object.values(prices).filter((price) => price !== null))].sort((one, two) => one - two);
  if (known.length === 0) return LIST.noPrices;
  return known.at(-1) === 0 ? LIST.free : LIST.aMinute(known.map((price) => formatUsd(price * 60)));
}
