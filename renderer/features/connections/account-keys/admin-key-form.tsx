/** Asks for the admin key of a connection's account. */

import { Button, PasswordInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { focusFirstProblem } from '../../../components/dialogs/first-problem.ts';
import { useKeyStorage } from '../../../components/keys/key-storage.tsx';
import { Form } from '../../../components/layout/layout.tsx';
import { useSaving } from '../../../components/messages/saving.tsx';
import type { Desk } from '../../../state/desk.ts';
import { KEYS } from './strings.ts';

interface AdminKeyFormProps {
  readonly desk: Desk;
  readonly connectionId: string;
  readonly onDone: () => void;
}

export function AdminKeyForm({ desk, connectionId, onDone }: AdminKeyFormProps) {
  const [key, setKey] = useState('');
  const [tried, setTried] = useState(false);
  const { busy, refusal, save } = useSaving(onDone);
  const { keep, choice } = useKeyStorage(desk);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    setTried(true);
    focusFirstProblem(event.currentTarget);
    if (key.trim() === '') return;
    save(() => desk.client.keys.setAdmin({ connectionId, key: key.trim(), ...keep }));
  }

  return (
    <Form gap={10} mt={12} noValidate onSubmit={submit}>
      <PasswordInput
        autoComplete="off"
        label={KEYS.admin}
        description={KEYS.adminNote}
        error={tried && key.trim() === '' ? KEYS.adminMissing : null}
        value={key}
        onChange={(event) => setKey(event.currentTarget.value)}
      />
      {choice}
      {refusal}
      <Button type="submit" loading={busy}>
        {KEYS.saveAdmin}
      </Button>
    </Form>
  );
}
