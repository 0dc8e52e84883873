/** The API keys of a connection's account: found, filtered, rotated. */

import { Button } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useState } from 'react';
import type { ConnectionView } from '../../../../shared/contract/connections.ts';
import type { KeyView } from '../../../../shared/contract/keys.ts';
import { showRefusal } from '../../../components/messages/refusal.ts';
import type { Desk } from '../../../state/desk.ts';
import { distinctName } from '../../../state/session-store.ts';
import classes from './account-keys.module.css';
import { AdminKeyForm } from './admin-key-form.tsx';
import { LimitForm, type Stop, StopQuestion } from './change-dialog.tsx';
import { CreateDialog } from './create-dialog.tsx';
import { type KeyChange, KeyTable } from './key-table.tsx';
import { RotateDialog } from './rotate-dialog.tsx';
import { KEYS } from './strings.ts';
import { useKeys } from './use-keys.ts';

export function showKeys(desk: Desk, connection: ConnectionView): void {
  const id = modals.open({
    title: KEYS.title(distinctName(desk.session.getState(), connection)),
    size: 860,
    // A new secret is shown once: a stray click must not close it.
    closeOnClickOutside: false,
    children: <Keys desk={desk} connection={connection} onClose={() => modals.close(id)} />,
  });
}

/** What stands in place of the list. */
type Opened = { readonly what: 'create' } | { readonly what: 'rotate' | 'limit' | Stop; readonly key: KeyView };

interface KeysProps {
  readonly desk: Desk;
  readonly connection: ConnectionView;
  onClose(): void;
}

function Keys({ desk, connection, onClose }: KeysProps) {
  const { list, read } = useKeys(desk, connection.id);
  const [open, setOpen] = useState<Opened | null>(null);
  const [entering, setEntering] = useState(false);

  function forgetAdmin(): void {
    void desk.client.keys.setAdmin({ connectionId: connection.id, key: null }).then(read, read);
  }

  function change(key: KeyView, what: KeyChange): void {
    if (what !== 'activate') {
      setOpen({ what, key });
      return;
    }
    desk.client.keys
      .setActive({ connectionId: connection.id, keyId: key.keyId, active: true })
      .then(read)
      .catch(showRefusal);
  }

  if (open !== null) {
    const shared = {
      desk,
      connection,
      onClose: () => {
        setOpen(null);
        read();
      },
    };
    if (open.what === 'create') return <CreateDialog {...shared} />;
    if (open.what === 'rotate') return <RotateDialog {...shared} rotated={open.key} />;
    if (open.what === 'limit') return <LimitForm {...shared} changed={open.key} />;
    return <StopQuestion {...shared} changed={open.key} how={open.what} />;
  }
  return (
    <>
      <p className={classes.lead}>{KEYS.lead}</p>
      {list.kind === 'loading' && <p role="status">{KEYS.loading}</p>}
      {list.kind === 'failed' && (
        <div className={classes.failed} role="alert">
          <p>{list.sentence}</p>
          <Button onClick={read}>{KEYS.again}</Button>
        </div>
      )}
      {list.kind === 'read' && (
        <KeyTable
          keys={list.keys}
          isOurs={list.isOurs}
          onRotate={(key) => setOpen({ what: 'rotate', key })}
          onChange={change}
        />
      )}
      {list.kind === 'read' && !list.isOurs && <p className={classes.note}>{KEYS.elsewhere}</p>}
      {list.kind === 'read' && (
        <div className={classes.signedIn}>
          <span>{list.hasAdminKey ? KEYS.withAdmin : KEYS.withOwn}</span>
          {list.hasAdminKey && <Button onClick={forgetAdmin}>{KEYS.forgetAdmin}</Button>}
          {!entering && <Button onClick={() => setEntering(true)}>{KEYS.useAnother}</Button>}
        </div>
      )}
      {(entering || list.kind === 'failed') && (
        <AdminKeyForm
          desk={desk}
          connectionId={connection.id}
          onDone={() => {
            setEntering(false);
            read();
          }}
        />
      )}
      <div className={classes.buttons}>
        {list.kind === 'read' && list.isOurs && (
          <Button className={classes.first} onClick={() => setOpen({ what: 'create' })}>
            {KEYS.create}
          </Button>
        )}
        <Button onClick={onClose}>{KEYS.close}</Button>
      </div>
    </>
  );
}
