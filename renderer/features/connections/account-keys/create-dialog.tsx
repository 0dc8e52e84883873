/** Creating a key at Cleartake's own service: what it is for, then its secret, shown once. */

import { Button, Modal, Radio, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { ConnectionView } from '../../../../shared/contract/connections.ts';
import type { KeyRole } from '../../../../shared/service-api/key-metadata.ts';
import type { Scope } from '../../../../shared/service-api/permissions.ts';
import { focusFirstProblem, useLockedDialog } from '../../../components/dialogs/dialogs.ts';
import { Foot, Form } from '../../../components/layout/layout.tsx';
import { useSaving } from '../../../components/messages/saving.tsx';
import { shownName } from '../../../components/text/format.ts';
import type { PageDesk } from '../../../state/desk.ts';
import { SecretOnce } from './made-secret.tsx';
import { CREATION } from './strings.ts';

type Access = keyof typeof CREATION.accesses;
const ACCESSES = Object.keys(CREATION.accesses) as readonly Access[];
const GRANTS: Readonly<Record<Access, { readonly role: KeyRole; readonly scopes: Scope[] }>> = {
  restore: { role: 'scoped', scopes: ['read', 'write'] },
  read: { role: 'scoped', scopes: ['read'] },
  admin: { role: 'admin', scopes: ['admin', 'read', 'write', 'keys:*', 'webhooks:*'] },
};
const LONGEST_LABEL = 200;

interface CreateDialogProps {
  readonly desk: PageDesk;
  readonly connection: ConnectionView;
  onClose(): void;
}

export function CreateDialog({ desk, connection, onClose }: CreateDialogProps) {
  const [label, setLabel] = useState('');
  const [access, setAccess] = useState<Access>('restore');
  const [tried, setTried] = useState(false);
  const [made, setMade] = useState<{ readonly keyId: string; readonly secret: string } | null>(null);
  const { busy, refusal, save } = useSaving(() => undefined);
  // Closed now, the secret of a key that is being made would never be seen.
  useLockedDialog(busy);
  const isMissing = label.trim() === '';

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    setTried(true);
    focusFirstProblem(event.currentTarget);
    if (isMissing) return;
    save(async () => {
      const asked = { connectionId: connection.id, label: label.trim(), ...GRANTS[access] };
      const { key, secret } = await desk.client.keys.create(asked);
      setMade({ keyId: key.keyId, secret });
    });
  }

  if (made !== null) {
    return (
      <SecretOnce
        desk={desk}
        connectionId={connection.id}
        keyId={made.keyId}
        title={CREATION.done(shownName(label.trim()))}
        made={{ secret: made.secret, used: false }}
        onClose={onClose}
      />
    );
  }
  return (
    <Form aria-label={CREATION.title} gap={10} mt={12} noValidate onSubmit={submit}>
      <Modal.Title m="0 0 12px" fz={15}>
        {CREATION.title}
      </Modal.Title>
      <TextInput
        data-autofocus
        autoFocus
        autoComplete="off"
        maxLength={LONGEST_LABEL}
        label={CREATION.label}
        description={CREATION.labelNote}
        error={tried && isMissing ? CREATION.labelMissing : null}
        value={label}
        onChange={(event) => setLabel(event.currentTarget.value)}
      />
      <Radio.Group
        label={CREATION.access}
        value={access}
        onChange={(value) => setAccess(ACCESSES.find((one) => one === value) ?? 'restore')}
      >
        <Stack gap={8} mt={6}>
          {ACCESSES.map((value) => (
            <Radio key={value} value={value} label={CREATION.accesses[value]} />
          ))}
        </Stack>
      </Radio.Group>
      {refusal}
      <Foot mt={16}>
        <Button disabled={busy} onClick={onClose}>
          {CREATION.cancel}
        </Button>
        <Button type="submit" variant="filled" loading={busy}>
          {CREATION.create}
        </Button>
      </Foot>
    </Form>
  );
}
