/** Asks for a connection's API key, from any page. A stored key is never shown again. */

import { Box, Button, PasswordInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import { type FormEvent, useState } from 'react';
import type { ConnectionView } from '../../../shared/contract/connections.ts';
import type { Desk } from '../../state/desk.ts';
import { distinctName } from '../../state/session-store.ts';
import { useSaving } from '../messages/saving.tsx';
import { useKeyStorage } from './key-storage.tsx';
import { KEY_FORM } from './strings.ts';

/** @param onSaved called once the new key is stored */
export function askForKey(
  desk: Desk,
  connection: Pick<ConnectionView, 'id' | 'name' | 'baseUrl'>,
  onSaved: () => void = () => undefined,
): void {
  const id = modals.open({
    title: KEY_FORM.title(distinctName(desk.session.getState(), connection)),
    children: (
      <KeyForm
        desk={desk}
        connectionId={connection.id}
        onDone={() => {
          modals.close(id);
          onSaved();
        }}
      />
    ),
  });
}

interface KeyFormProps {
  readonly desk: Desk;
  readonly connectionId: string;
  readonly onDone: () => void;
}

function KeyForm({ desk, connectionId, onDone }: KeyFormProps) {
  const [key, setKey] = useState('');
  const [tried, setTried] = useState(false);
  const { busy, refusal, save } = useSaving(onDone);
  const { keep, choice } = useKeyStorage(desk);

  function submit(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    if (key.trim() === '') return;
    save(async () => {
      await desk.client.connections.setKey({ connectionId, key: key.trim(), ...keep });
      await desk.refreshConnections();
    });
  }

  return (
    <form onSubmit={submit}>
      <PasswordInput
        data-autofocus
        autoComplete="off"
        label={KEY_FORM.label}
        description={KEY_FORM.note}
        error={tried && key.trim() === '' ? KEY_FORM.missing : null}
        value={key}
        onChange={(event) => setKey(event.currentTarget.value)}
      />
      {choice !== null && <Box mt="md">{choice}</Box>}
      {refusal !== null && <Box mt="sm">{refusal}</Box>}
      <Button mt="md" fullWidth type="submit" variant="filled" loading={busy}>
        {KEY_FORM.save}
      </Button>
    </form>
  );
}
