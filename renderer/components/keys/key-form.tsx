/** Takes a key once; nothing ever shows it again. */

import { Box, Button, PasswordInput, Text } from '@mantine/core';
import { useState } from 'react';
import { sentenceOf } from '../../bridge/refusal.ts';
import { CONNECTIONS } from '../../features/connections/strings.ts';
import type { Desk } from '../../state/desk.ts';
import { useKeeping } from './keep-choice.tsx';

interface KeyFormProps {
  readonly desk: Desk;
  readonly connectionId: string;
  readonly onDone: () => void;
}

export function KeyForm({ desk, connectionId, onDone }: KeyFormProps) {
  const [key, setKey] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);
  const { keep, choice } = useKeeping(desk);

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
        label={CONNECTIONS.keyLabel}
        description={CONNECTIONS.keyNote}
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
        {CONNECTIONS.keySave}
      </Button>
    </form>
  );
}
