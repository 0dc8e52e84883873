/** Where the computer protects no keys: whether this one is written to a file all the same. */

import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useStore } from 'zustand';
import { KEEP } from '../../features/connections/strings.ts';
import type { Desk } from '../../state/desk.ts';

export interface Keeping {
  /** What a key is given along with; nothing where a key store takes it. */
  readonly keep: { readonly keep?: 'memory' | 'file' };
  /** The choice, or nothing where there is none. */
  readonly choice: React.ReactNode;
}

export function useKeeping(desk: Desk): Keeping {
  const kind = useStore(desk.session, (session) => session.vaultKind);
  const [chosen, setChosen] = useState<boolean | null>(null);
  if (kind === 'keychain') return { keep: {}, choice: null };
  const inFile = chosen ?? kind === 'file';
  return {
    keep: { keep: inFile ? 'file' : 'memory' },
    choice: (
      <Checkbox
        label={KEEP.label}
        description={inFile ? KEEP.inFile : KEEP.inMemory}
        checked={inFile}
        onChange={(event) => setChosen(event.currentTarget.checked)}
      />
    ),
  };
}
