/** A look for projects that only a service knows: how far it is and what it found. */

import { useCallback, useEffect, useState } from 'react';
import type { ForeignProject, LookEvent } from '../../../../shared/contract/care.ts';
import { showRefusal } from '../../../components/messages/refusal.ts';
import { useDesk } from '../../../state/desk-context.ts';

export interface Look {
  readonly looked: number;
  readonly of: number;
  readonly known: number;
  readonly found: readonly ForeignProject[];
  readonly isOver: boolean;
}

const BEGUN: Look = { looked: 0, of: 0, known: 0, found: [], isOver: false };

/** Looks once, as long as it is shown or until it is stopped. What was found stays. */
export function useLook(connectionId: string): { readonly look: Look; stop(): void } {
  const { client } = useDesk();
  const [look, setLook] = useState(BEGUN);
  const [stopping, setStopping] = useState<AbortController | null>(null);

  useEffect(() => {
    const over = new AbortController();
    setStopping(over);
    setLook(BEGUN);
    void follow(over.signal)
      .catch((failure: unknown) => {
        if (!over.signal.aborted) showRefusal(failure);
      })
      .finally(() => setLook((before) => ({ ...before, isOver: true })));
    return () => over.abort();

    async function follow(signal: AbortSignal): Promise<void> {
      const events = await client.care.lookAtService({ connectionId }, { signal });
      for await (const event of events) setLook((before) => after(before, event));
    }
  }, [client, connectionId]);

  return { look, stop: useCallback(() => stopping?.abort(), [stopping]) };
}

function after({ found: before }: Look, { found, known, looked, of }: LookEvent): Look {
  return { looked, of, known, found: found === null ? before : [...before, found], isOver: false };
}
