/** Asks for a connection's API key, from any page, and says where keys are stored. A stored key is never shown again. */

import { Box, Button, Checkbox, PasswordInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconAlertTriangleFilled, IconShieldLock } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useStore } from 'zustand';
import type { ConnectionView } from '../../../shared/contract/connections.ts';
import type { PageDesk } from '../../state/desk.ts';
import { useSession } from '../../state/desk-context.ts';
import { distinctName } from '../../state/session-store.ts';
import { useSaving } from '../messages/saving.tsx';
import { KEY_FORM, KEY_STORAGE } from '../strings.ts';
import classes from './connections.module.css';

/** @param onSaved called once the new key is stored */
export function askForKey(
  desk: PageDesk,
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
  readonly desk: PageDesk;
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

interface KeyStorage {
  /** Passed on with a key; empty where the system keychain stores it. */
  readonly keep: { readonly keep?: 'memory' | 'file' };
  /** The checkbox, or null where there is nothing to choose. */
  readonly choice: ReactNode;
}

export function useKeyStorage(desk: PageDesk): KeyStorage {
  const kind = useStore(desk.session, (session) => session.vaultKind);
  const [chosen, setChosen] = useState<boolean | null>(null);
  if (kind === 'keychain') return { keep: {}, choice: null };
  const inFile = chosen ?? kind === 'file';
  return {
    keep: { keep: inFile ? 'file' : 'memory' },
    choice: (
      <Checkbox
        label={KEY_STORAGE.label}
        description={inFile ? KEY_STORAGE.inFile : KEY_STORAGE.inMemory}
        checked={inFile}
        onChange={(event) => setChosen(event.currentTarget.checked)}
      />
    ),
  };
}

/** A quiet line where a keychain stores the keys, a warning where a file does. */
export function VaultNote() {
  const sentence = useSession((state) => state.vaultSentence);
  const inFile = useSession((state) => state.vaultKind === 'file');
  if (sentence === '') return null;
  return (
    <p className={classes.vault} data-warn={inFile}>
      {inFile ? <IconAlertTriangleFilled size={17} /> : <IconShieldLock size={17} stroke={1.7} />}
      {sentence}
    </p>
  );
}
