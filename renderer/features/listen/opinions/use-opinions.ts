/** Verdicts, blind tests and the note of a recording, with the calls that change them. */

import { useCallback, useEffect, useState } from 'react';
import type { OpinionsView } from '../../../../shared/contract/verdicts.ts';
import type { NewVerdict, Note } from '../../../../shared/domain/listening/verdict.ts';
import { announce } from '../../../components/messages/announcer.ts';
import { showRefusal } from '../../../components/messages/refusal.ts';
import { useDesk, useSession } from '../../../state/desk-context.ts';
import { OPINIONS } from './strings.ts';

export interface Opinions {
  /** Null until they are read. */
  readonly view: OpinionsView | null;
  give(verdict: Omit<NewVerdict, 'jobId' | 'listener'>): void;
  withdraw(id: number): void;
  setNote(note: Note): void;
  /** Reads them again, after a blind test. */
  refresh(): void;
}

export function useOpinions(jobId: string): Opinions {
  const { client } = useDesk();
  const connected = useSession((state) => state.link.kind === 'connected');
  const [view, setView] = useState<OpinionsView | null>(null);

  const run = useCallback((call: Promise<OpinionsView>, said?: string): void => {
    call
      .then((answer) => {
        setView(answer);
        if (said !== undefined) announce(said);
      })
      .catch(showRefusal);
  }, []);

  const refresh = useCallback(() => run(client.verdicts.ofJob({ jobId })), [client, jobId, run]);
  useEffect(() => {
    if (connected) refresh();
  }, [connected, refresh]);

  return {
    view,
    give: (verdict) => run(client.verdicts.give({ ...verdict, jobId, listener: view?.listener ?? '' }), OPINIONS.kept),
    withdraw: (id) => run(client.verdicts.withdraw({ jobId, id }), OPINIONS.withdrawn),
    setNote: (note) => run(client.verdicts.setNote({ jobId, ...note })),
    refresh,
  };
}
