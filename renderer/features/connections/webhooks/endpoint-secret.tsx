/** The signing secret of one endpoint: shown to whoever runs its receiver, or replaced. */

import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { Foot, QuietText } from '../../../components/layout/layout.tsx';
import { useSaving } from '../../../components/messages/saving.tsx';
import { useDesk } from '../../../state/desk-context.ts';
import { NewSecret } from '../new-secret.tsx';
import type { ChangeProps } from './change-endpoint.tsx';
import { CHANGE } from './strings.ts';
import classes from './webhooks.module.css';

/** Only once it is asked for: whoever sees it can forge events. */
export function RevealSecret({ connectionId, endpoint, onDone }: ChangeProps) {
  const { client } = useDesk();
  const [secret, setSecret] = useState<string | null>(null);
  const { busy, refusal, save } = useSaving(() => undefined);

  function reveal(): void {
    save(async () => {
      const { endpointId } = endpoint;
      const found = await client.webhooks.revealSecret({ connectionId, endpointId });
      if (found.secret === null) onDone(CHANGE.hasIt);
      else setSecret(found.secret);
    });
  }

  return (
    <section className={classes.form} aria-label={CHANGE.revealTitle}>
      <h3>{CHANGE.revealTitle}</h3>
      <p className={classes.address}>{endpoint.url}</p>
      {secret === null ? (
        <QuietText m="6px 0 12px">{CHANGE.revealText}</QuietText>
      ) : (
        <NewSecret label={CHANGE.present} secret={secret} note={CHANGE.revealText} isStored />
      )}
      {refusal}
      <Foot mt={6}>
        <Button autoFocus={secret === null} disabled={busy} onClick={() => onDone('')}>
          {secret === null ? CHANGE.cancel : CHANGE.saved}
        </Button>
        {secret === null && (
          <Button variant="filled" loading={busy} onClick={reveal}>
            {CHANGE.reveal}
          </Button>
        )}
      </Foot>
    </section>
  );
}

/** The new secret is shown, unless it is for the receiver on this computer, which has it then. */
export function RotateSecret({ connectionId, endpoint, onDone }: ChangeProps) {
  const { client } = useDesk();
  const [immediately, setImmediately] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const { busy, refusal, save } = useSaving(() => undefined);

  function rotate(): void {
    save(async () => {
      const { endpointId } = endpoint;
      const made = await client.webhooks.rotateSecret({ connectionId, endpointId, immediately });
      if (made.secret === null) onDone(CHANGE.storedHere);
      else setSecret(made.secret);
    });
  }

  return (
    <section className={classes.form} aria-label={CHANGE.rotateTitle}>
      <h3>{CHANGE.rotateTitle}</h3>
      <p className={classes.address}>{endpoint.url}</p>
      {secret === null ? (
        <>
          <QuietText m="6px 0 12px">{CHANGE.rotateText}</QuietText>
          <Checkbox
            label={CHANGE.immediately}
            description={CHANGE.immediatelyNote}
            checked={immediately}
            onChange={(event) => setImmediately(event.currentTarget.checked)}
          />
        </>
      ) : (
        <NewSecret label={CHANGE.secret} secret={secret} note={CHANGE.once} />
      )}
      {refusal}
      <Foot mt={6}>
        {secret === null ? (
          <>
            <Button autoFocus disabled={busy} onClick={() => onDone('')}>
              {CHANGE.cancel}
            </Button>
            <Button variant="filled" loading={busy} onClick={rotate}>
              {CHANGE.rotate}
            </Button>
          </>
        ) : (
          <Button variant="filled" onClick={() => onDone('')}>
            {CHANGE.saved}
          </Button>
        )}
      </Foot>
    </section>
  );
}
