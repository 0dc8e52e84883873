/** Where the receiver listens, and where services reach it. */

import { Button, NumberInput, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { WebhookReceiverView } from '../../../../shared/contract/account/webhooks.ts';
import { useSaving } from '../../../components/messages/saving.tsx';
import { useDesk } from '../../../state/desk-context.ts';
import { RECEIVER } from './strings.ts';
import classes from './webhooks.module.css';

interface ReceiverFormProps {
  readonly receiver: WebhookReceiverView;
  onSaved(): void;
}

export function ReceiverForm({ receiver, onSaved }: ReceiverFormProps) {
  const { client } = useDesk();
  const [port, setPort] = useState(receiver.port);
  const [proxy, setProxy] = useState(receiver.publicAddress ?? '');
  const [isSaved, setIsSaved] = useState(false);
  const { busy, refusal, save } = useSaving(() => {
    setIsSaved(true);
    onSaved();
  });
  const isWrong = proxy.trim() !== '' && !/^https:\/\/[^\s/]+/.test(proxy.trim());

  function submit(event: FormEvent): void {
    event.preventDefault();
    setIsSaved(false);
    if (isWrong) return;
    const publicAddress = proxy.trim() === '' ? null : proxy.trim();
    save(async () => {
      await client.webhooks.setReceiver({ on: true, port, publicAddress });
    });
  }

  return (
    <form className={classes.form} onSubmit={submit}>
      <div className={classes.columns}>
        <NumberInput
          label={RECEIVER.port}
          min={1024}
          max={65_535}
          allowDecimal={false}
          thousandSeparator=""
          value={port}
          onChange={(value) => {
            if (typeof value === 'number') setPort(value);
          }}
        />
        <TextInput
          label={RECEIVER.proxy}
          description={RECEIVER.proxyNote}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          error={isWrong ? RECEIVER.proxyWrong : null}
          value={proxy}
          onChange={(event) => setProxy(event.currentTarget.value)}
        />
      </div>
      {refusal}
      <div className={classes.bar}>
        <span role="status">{isSaved ? RECEIVER.saved : ''}</span>
        <Button type="submit" loading={busy}>
          {RECEIVER.save}
        </Button>
      </div>
    </form>
  );
}
