/** Where API keys are stored: a note that says so, and a choice where the computer has no secure storage. */

import { Checkbox } from '@mantine/core';
import { IconAlertTriangleFilled, IconShieldLock } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useStore } from 'zustand';
import type { Desk } from '../../state/desk.ts';
import { useSession } from '../../state/desk-context.ts';
import classes from './key-storage.module.css';
import { KEY_STORAGE } from './strings.ts';

interface KeyStorage {
  /** Passed on with a key; empty where the system keychain stores it. */
  readonly keep: { readonly keep?: 'memory' | 'file' };
  /** The checkbox, or null where there is nothing to choose. */
  readonly choice: ReactNode;
}

export function useKeyStorage(desk: Desk): KeyStorage {
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
