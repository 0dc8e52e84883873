/** Verdicts, blind tests and the note of a recording, with the calls that change them. */

import { notifications } from '@mantine/notifications';
import { startTransition, useCallback, useEffect, useState } from 'react';
import type { OpinionsView } from '../../../../shared/contract/listening/verdicts.ts';
import type { TakeView } from '../../../../shared/contract/views.ts';
import type { NewVerdict, Note } from '../../../../shared/domain/listening/verdict.ts';
import { offerUndo } from '../../../components/messages/notices.tsx';
import { showRefusal } from '../../../components/messages/saving.tsx';
import { verdictWords } from '../../../components/strings.ts';
import { useDesk, useSession } from '../../../state/desk-context.ts';
import { announce } from '../../../state/page-stores.ts';
import { OPINIONS } from '../strings.ts';

export interface Opinions {
  /** Null until they are read. */
  readonly view: OpinionsView | null;
  /** Keeps a result, and makes it the output. @param others what happens to the recording's other outputs */
  keepOutput(take: Pick<TakeView, 'id' | 'label'>, others: 'leave' | 'set-aside'): void;
  give(verdict: Omit<NewVerdict, 'jobId' | 'listener'>): void;
  withdraw(id: number): void;
  setNote(note: Note): void;
  /** Reads them again, after a blind test. */
  refresh(): void;
}

/** The verdict that was given last, for screen readers. */
function latestOf({ verdicts: [latest] }: OpinionsView): string {
  return latest === undefined ? OPINIONS.kept : verdictWords(latest);
}

/** The last part of a path of any system. */
function fileNameOf(path: string): string {
  return path.split(/[/\\]/).at(-1) ?? path;
}

export function useOpinions(jobId: string): Opinions {
  const { client } = useDesk();
  const connected = useSession((state) => state.link.kind === 'connected');
  const [view, setView] = useState<OpinionsView | null>(null);

  const run = useCallback((call: Promise<OpinionsView>, said?: (answer: OpinionsView) => string): void => {
    call
      .then((answer) => {
        setView(answer);
        if (said !== undefined) announce(said(answer));
      })
      .catch(showRefusal);
  }, []);

  const refresh = useCallback(() => {
    client.verdicts
      .ofJob({ jobId })
      .then((answer) => startTransition(() => setView(answer)))
      .catch(showRefusal);
  }, [client, jobId]);
  useEffect(() => {
    if (connected) refresh();
  }, [connected, refresh]);

  return {
    view,
    give: (verdict) => run(client.verdicts.give({ ...verdict, jobId, listener: view?.listener ?? '' }), latestOf),
    keepOutput: ({ id, label }, others) => {
      client.verdicts
        .keepOutput({ jobId, take: id, others, listener: view?.listener ?? '' })
        .then(({ also, alsoProblem, left, opinions, path, problem }) => {
          setView(opinions);
          if (problem !== null) {
            notifications.show({ color: 'red', message: problem });
            return;
          }
          if (alsoProblem !== null) notifications.show({ color: 'red', message: OPINIONS.withoutSecond(alsoProblem) });
          const [verdict] = opinions.verdicts;
          if (path === null) announce(latestOf(opinions));
          else if (verdict !== undefined)
            offerUndo(OPINIONS.output(label, [path, also ?? []].flat().map(fileNameOf), left), () =>
              client.verdicts.withdraw({ jobId, id: verdict.id }).then((after) => {
                setView(after);
                announce(OPINIONS.withdrawn);
              }),
            );
        })
        .catch(showRefusal);
    },
    withdraw: (id) => run(client.verdicts.withdraw({ jobId, id }), () => OPINIONS.withdrawn),
    setNote: (note) => run(client.verdicts.setNote({ jobId, ...note })),
    refresh,
  };
}
