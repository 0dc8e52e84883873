/** The new secret of a key, shown once, and its use for the connection. */

import { Button, Modal } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Foot } from '../../../components/layout/layout.tsx';
import { useSaving } from '../../../components/messages/saving.tsx';
import type { PageDesk } from '../../../state/desk.ts';
import { NewSecret } from '../new-secret.tsx';
import { ROTATION } from './strings.ts';

export interface ShownSecret {
  readonly secret: string;
  /** The connection restores with it already. */
  readonly used: boolean;
}

interface MadeSecretProps {
  readonly desk: PageDesk;
  readonly connectionId: string;
  readonly keyId: string;
  readonly title: string;
  readonly made: ShownSecret;
  onClose(): void;
}

export function SecretOnce({ desk, connectionId, keyId, title, made, onClose }: MadeSecretProps) {
  const { client } = desk;
  const [used, setUsed] = useState(made.used);
  const { busy, refusal, save } = useSaving(() => undefined);

  // Whatever closes the window, the desk forgets a secret that wasn't used.
  useEffect(
    () => () => void client.keys.forget({ connectionId, keyId }).catch(() => undefined),
    [client, connectionId, keyId],
  );

  function useHere(): void {
    save(async () => {
      await client.keys.use({ connectionId, keyId });
      setUsed(true);
      await desk.refreshConnections().catch(() => undefined);
    });
  }

  return (
    <section aria-label={title}>
      <Modal.Title m="0 0 12px" fz={15}>
        {title}
      </Modal.Title>
      <NewSecret label={ROTATION.secret} secret={made.secret} note={ROTATION.once} isStored={used} />
      <p role="status">{used ? ROTATION.used : ''}</p>
      {refusal}
      <Foot mt={16}>
        <Button onClick={onClose}>{ROTATION.close}</Button>
        {!used && (
          <Button variant="filled" loading={busy} onClick={useHere}>
            {ROTATION.useHere}
          </Button>
        )}
      </Foot>
    </section>
  );
}
