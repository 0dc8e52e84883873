/** Asks for a connection's API key, from any page. A stored key is never shown again. */

import { Box, Button, PasswordInput, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useState } from 'react';
import type { ConnectionView } from '../../../shared/contract/connections.ts';
import type { Desk } from '../../state/desk.ts';
import { distinctName } from '../../state/session-store.ts';
import { sentenceOf } from '../messages/refusal.ts';
import { useKeyStorage } from './key-storage.tsx';
import { KEY_FORM } from './strings.ts';

export function askForKey(desk: Desk, connection: Pick<ConnectionView, 'id' | 'name' | 'baseUrl'>): void {
  const id = modals.open({
    title: KEY_FORM.title(distinctName(desk.session.getState(), connection)),
    children: <KeyForm desk={desk} connectionId={connection.id} onDone={() => modals.close(id)} />,
  });
}

interface KeyFormProps {
  readonly desk: Desk;
  readonly connectionId: string;
  readonly onDone: () => void;
}

function KeyForm({ desk, connectionId, onDone }: KeyFormProps) {
  const [key, setKey] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);
  const { keep, choice } = useKeyStorage(desk);

  async function save(): Promise<void> {
    try {
      await desk.client.connections.setKey({ connectionId, key: key.trim(), ...keep });
      await desk.refreshConnections();
      onDone();
    } catch (thrown) {
      setRefusal(sentenceOf(thrown));
    }
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <PasswordInput
        data-autofocus
        autoComplete="off"
        label={KEY_FORM.label}
        description={KEY_FORM.note}
        value={key}
        onChange={(event) => setKey(event.currentTarget.value)}
      />
      {choice !== null && <Box mt="md">{choice}</Box>}
      {refusal !== null && (
        <Text mt="sm" size="sm" c="var(--ct-bad)" role="alert">
          {refusal}
        </Text>
      )}
      <Button mt="md" fullWidth type="submit" variant="filled" disabled={key.trim() === ''}>
        {KEY_FORM.save}
      </Button>
    </form>
  );
}
