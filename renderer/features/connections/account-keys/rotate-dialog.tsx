/** Rotating a key: what stops and what keeps working, then the new secret, shown once. */

import { Button, Checkbox, Modal } from '@mantine/core';
import { useState } from 'react';
import type { KeyView } from '../../../../shared/contract/account/keys.ts';
import type { ConnectionView } from '../../../../shared/contract/connections.ts';
import { useLockedDialog } from '../../../components/dialogs/dialogs.ts';
import { Foot } from '../../../components/layout/layout.tsx';
import { useSaving } from '../../../components/messages/saving.tsx';
import type { PageDesk } from '../../../state/desk.ts';
import { needOf } from '../confirm-removal.tsx';
import classes from './account-keys.module.css';
import { type Consequence, Consequences } from './change-dialog.tsx';
import { nameOf } from './key-words.ts';
import { SecretOnce, type ShownSecret } from './made-secret.tsx';
import { ROTATION } from './strings.ts';

interface RotateDialogProps {
  readonly desk: PageDesk;
  readonly connection: ConnectionView;
  readonly rotated: KeyView;
  onClose(): void;
}

export function RotateDialog({ desk, connection, rotated, onClose }: RotateDialogProps) {
  const [made, setMade] = useState<ShownSecret | null>(null);
  const [use, setUse] = useState(rotated.inUse);
  const { busy, refusal, save } = useSaving(() => undefined);
  // Closed now, the new secret would never be seen, and the old one has stopped.
  useLockedDialog(busy);
  const { client } = desk;
  const name = nameOf(rotated);
  function rotate(): void {
    save(async () => {
      const { secret, used } = await client.keys.rotate({ connectionId: connection.id, keyId: rotated.keyId, use });
      setMade({ secret, used });
      await desk.refreshConnections().catch(() => undefined);
    });
  }

  if (made !== null) {
    return (
      <SecretOnce
        desk={desk}
        connectionId={connection.id}
        keyId={rotated.keyId}
        title={ROTATION.done(name)}
        made={made}
        onClose={onClose}
      />
    );
  }
  return (
    <section aria-label={ROTATION.ask(name)}>
      <Modal.Title m="0 0 12px" fz={15}>
        {ROTATION.ask(name)}
      </Modal.Title>
      <Consequences {...consequencesOf(desk, connection.id, rotated, use)} />
      {rotated.inUse && (
        <Checkbox
          label={ROTATION.use}
          description={ROTATION.useNote}
          classNames={{ description: classes.note }}
          checked={use}
          onChange={(event) => setUse(event.currentTarget.checked)}
        />
      )}
      {refusal}
      <Foot mt={16}>
        <Button data-autofocus autoFocus disabled={busy} onClick={onClose}>
          {ROTATION.cancel}
        </Button>
        <Button variant="filled" loading={busy} onClick={rotate}>
          {ROTATION.rotate}
        </Button>
      </Foot>
    </section>
  );
}

/** What a rotation stops and what it doesn't. */
function consequencesOf(desk: PageDesk, connectionId: string, rotated: KeyView, use: boolean) {
  const { begun, notStarted } = needOf(desk.queue.getState().jobs.values(), connectionId);
  const waiting = rotated.inUse && !use ? begun + notStarted : 0;
  const stops: readonly Consequence[] = [
    [ROTATION.oldSecret(rotated.keyPrefix), ROTATION.oldSecretNote],
    rotated.inUse ? [ROTATION.uploads, ROTATION.uploadsNote] : [ROTATION.otherUploads, ROTATION.otherUploadsNote],
    ...(waiting > 0 ? [[ROTATION.queued(waiting), ROTATION.queuedNote] as const] : []),
  ];
  const keeps: readonly Consequence[] = [
    [ROTATION.running, ROTATION.runningNote],
    [ROTATION.webhooks, ROTATION.webhooksNote],
  ];
  return { stops, keeps };
}
