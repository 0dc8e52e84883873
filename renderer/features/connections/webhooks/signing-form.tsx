/** Stores the signing secret of an endpoint, for services that show it on their own pages. A stored one is never shown. */

import { Button, PasswordInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useKeyStorage } from '../../../components/keys/key-storage.tsx';
import { useSaving } from '../../../components/messages/saving.tsx';
import { useDesk } from '../../../state/desk-context.ts';
import { RECEIVER } from './strings.ts';
import classes from './webhooks.module.css';

interface SigningFormProps {
  readonly connectionId: string;
  onStored(): void;
}

export function SigningForm({ connectionId, onStored }: SigningFormProps) {
  const desk = useDesk();
  const [signing, setSigning] = useState('');
  const { busy, refusal, save } = useSaving(onStored);
  const { keep, choice } = useKeyStorage(desk);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (signing.trim() === '') return;
    save(async () => {
      await desk.client.webhooks.setSigning({ connectionId, signing: signing.trim(), ...keep });
    });
  }

  return (
    <form className={classes.form} onSubmit={submit}>
      <PasswordInput
        autoComplete="off"
        label={RECEIVER.signing}
        description={RECEIVER.signingNote}
        value={signing}
        onChange={(event) => setSigning(event.currentTarget.value)}
      />
      {choice}
      {refusal}
      <Button type="submit" loading={busy}>
        {RECEIVER.store}
      </Button>
    </form>
  );
}
