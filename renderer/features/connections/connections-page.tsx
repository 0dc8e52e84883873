/** The connections: which there are, which is used, whether it answers. */

import { Button, CopyButton } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconFolder, IconPlus, IconShieldLock } from '@tabler/icons-react';
import { useDesk, useSession } from '../../state/desk-context.ts';
import { ConnectionCard } from './connection-card.tsx';
import { ConnectionForm } from './connection-form.tsx';
import classes from './connections.module.css';
import { CONNECTIONS, FORM } from './strings.ts';

export function ConnectionsPage() {
  const desk = useDesk();
  const connections = useSession((state) => state.connections);
  const vault = useSession((state) => state.vaultSentence);
  const folder = useSession((state) => state.info?.dataDirectory ?? '');

  function add(): void {
    const id = modals.open({
      title: FORM.title,
      size: 560,
      children: <ConnectionForm desk={desk} vault={vault} onDone={() => modals.close(id)} />,
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
      {folder !== '' && <DataFolder path={folder} />}
    </div>
  );
}

function DataFolder({ path }: { path: string }) {
  return (
    <section className={classes.vault} aria-label={CONNECTIONS.dataTitle}>
      <IconFolder size={17} stroke={1.7} />
      <div className={classes.folder}>
        {CONNECTIONS.dataText}
        <code>{path}</code>
      </div>
      <CopyButton value={path}>
        {({ copied, copy }) => (
          <Button size="compact-sm" fz={12} onClick={copy}>
            {copied ? CONNECTIONS.copied : CONNECTIONS.copy}
          </Button>
        )}
      </CopyButton>
    </section>
  );
}
