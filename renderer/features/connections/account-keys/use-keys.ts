/** The keys of an account, read when they are shown and after each change. */

import { useCallback, useEffect, useState } from 'react';
import type { KeyView } from '../../../../shared/contract/account/keys.ts';
import type { Desk } from '../../../state/desk.ts';
import { type Failure, failureOf } from './unread.tsx';

export type KeyList =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | {
      readonly kind: 'read';
      readonly keys: readonly KeyView[];
      readonly hasAdminKey: boolean;
      readonly isOurs: boolean;
    };

export function useKeys({ client }: Desk, connectionId: string): { readonly list: KeyList; read(): void } {
  const [list, setList] = useState<KeyList>({ kind: 'loading' });
  const read = useCallback(() => {
    // What was read stays in sight until the next answer.
    setList((before) => (before.kind === 'read' ? before : { kind: 'loading' }));
    client.keys
      .list({ connectionId })
      .then((answer) => setList({ kind: 'read', ...answer }))
      .catch((thrown: unknown) => setList({ kind: 'failed', failure: failureOf(thrown) }));
  }, [client, connectionId]);
  useEffect(read, [read]);
  return { list, read };
}
