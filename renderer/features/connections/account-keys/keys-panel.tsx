/** The API keys of a connection's account: found, filtered, rotated. */

import { Button } from '@mantine/core';
import { modals, useModals } from '@mantine/modals';
import { IconPlus } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { KeyView } from '../../../../shared/contract/account/keys.ts';
import type { ConnectionView } from '../../../../shared/contract/connections.ts';
import { QuietText } from '../../../components/layout/layout.tsx';
import { showRefusal } from '../../../components/messages/saving.tsx';
import type { PageDesk } from '../../../state/desk.ts';
import { useDesk } from '../../../state/desk-context.ts';
import classes from './account-keys.module.css';
import { LimitForm, type Stop, StopQuestion } from './change-dialog.tsx';
import { CreateDialog } from './create-dialog.tsx';
import { type KeyChange, KeyTable } from './key-table.tsx';
import { RotateDialog } from './rotate-dialog.tsx';
import { KEYS } from './strings.ts';
import { AdminKeyForm, type ReadState, Unread, useReading } from './unread.tsx';

/** The keys of an account, read when they are shown and after each change. */
export type KeyList = ReadState<{
  readonly keys: readonly KeyView[];
  readonly hasAdminKey: boolean;
  readonly isOurs: boolean;
}>;

export function useKeys({ client }: PageDesk, connectionId: string): { readonly list: KeyList; read(): void } {
  const { reading: list, read } = useReading(
    useCallback(() => client.keys.list({ connectionId }), [client, connectionId]),
  );
  return { list, read };
}

/** What is done with a key in a dialog. */
type Asked = { readonly what: 'create' } | { readonly what: 'rotate' | 'limit' | Stop; readonly key: KeyView };

export function KeysPanel({ connection }: { readonly connection: ConnectionView }) {
  const desk = useDesk();
  const { list, read } = useKeys(desk, connection.id);
  const [entering, setEntering] = useState(false);

  function forgetAdmin(): void {
    void desk.client.keys.setAdmin({ connectionId: connection.id, key: null }).then(read, read);
  }

  // What opened a dialog gets the focus back. Of a menu, that is its button: the item is gone by then.
  const opener = useRef<HTMLElement | null>(null);
  const { modals: dialogs } = useModals();
  useEffect(() => {
    if (dialogs.length > 0) return;
    opener.current?.focus();
    opener.current = null;
  }, [dialogs.length]);

  function ask(asked: Asked, from: HTMLElement | null): void {
    opener.current = from;
    const id = modals.open({
      size: 640,
      withCloseButton: false,
      // A new secret is shown once: a stray click must not close it.
      closeOnClickOutside: false,
      onClose: read,
      children: <Question desk={desk} connection={connection} asked={asked} onClose={() => modals.close(id)} />,
    });
  }

  function change(key: KeyView, what: KeyChange, from: HTMLElement | null): void {
    if (what !== 'activate') {
      ask({ what, key }, from);
      return;
    }
    desk.client.keys
      .setActive({ connectionId: connection.id, keyId: key.keyId, active: true })
      .then(read)
      .catch(showRefusal);
  }

  return (
    <>
      <div className={classes.top}>
        <p className={classes.lead}>{KEYS.lead}</p>
        {list.kind === 'read' && list.answer.isOurs && (
          <Button
            h={32}
            leftSection={<IconPlus size={15} stroke={2} />}
            onClick={(event) => ask({ what: 'create' }, event.currentTarget)}
          >
            {KEYS.create}
          </Button>
        )}
      </div>
      {list.kind === 'loading' && <p role="status">{KEYS.loading}</p>}
      {list.kind === 'failed' && <Unread connectionId={connection.id} failure={list.failure} again={read} />}
      {list.kind === 'read' && (
        <KeyTable
          keys={list.answer.keys}
          isOurs={list.answer.isOurs}
          onRotate={(key, from) => ask({ what: 'rotate', key }, from)}
          onChange={change}
        />
      )}
      {list.kind === 'read' && !list.answer.isOurs && (
        <QuietText fz={12} my="1em">
          {KEYS.elsewhere}
        </QuietText>
      )}
      {list.kind === 'read' && (
        <div className={classes.signedIn}>
          <span>{list.answer.hasAdminKey ? KEYS.withAdmin : KEYS.withOwn}</span>
          {list.answer.hasAdminKey && <Button onClick={forgetAdmin}>{KEYS.forgetAdmin}</Button>}
          {!entering && <Button onClick={() => setEntering(true)}>{KEYS.useAnother}</Button>}
        </div>
      )}
      {entering && list.kind === 'read' && (
        <AdminKeyForm
          desk={desk}
          connectionId={connection.id}
          onDone={() => {
            setEntering(false);
            read();
          }}
        />
      )}
    </>
  );
}

interface QuestionProps {
  readonly desk: PageDesk;
  readonly connection: ConnectionView;
  readonly asked: Asked;
  onClose(): void;
}

function Question({ asked, ...shared }: QuestionProps) {
  if (asked.what === 'create') return <CreateDialog {...shared} />;
  if (asked.what === 'rotate') return <RotateDialog {...shared} rotated={asked.key} />;
  if (asked.what === 'limit') return <LimitForm {...shared} changed={asked.key} />;
  return <StopQuestion {...shared} changed={asked.key} how={asked.what} />;
}
