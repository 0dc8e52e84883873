/** What the detail shows of a recording. Another row starts over; answers that come too late are dropped. */

import { useCallback } from 'react';
import type { HistoryDetails } from '../../../../shared/contract/history.ts';
import type { OpinionsView } from '../../../../shared/contract/listening/verdicts.ts';
import type { TakeView } from '../../../../shared/contract/views.ts';
import type { BatchPreset } from '../../../../shared/domain/batch/batch-preset.ts';
import type { Note } from '../../../../shared/domain/listening/verdict.ts';
import { sentenceOf, showRefusal } from '../../../components/messages/saving.tsx';
import { useDesk } from '../../../state/desk-context.ts';
import { useAsked } from '../../../state/use-asked.ts';

/** While an arrow key stays pressed, rows in between aren't asked for. */
const SETTLE_MS = 80;

export interface Detail extends HistoryDetails {
  readonly jobId: string;
  readonly takes: readonly TakeView[];
  readonly startedWith: { readonly settings: BatchPreset; readonly presetName: string | null } | null;
  readonly opinions: OpinionsView;
}

export interface DetailState {
  /** Null until it is read. */
  readonly detail: Detail | null;
  readonly refusal: string | null;
  readonly again: () => void;
  readonly setNote: (note: Note) => void;
}

/** @param onChanged called when a note was kept */
export function useDetail(jobId: string, onChanged: () => void): DetailState {
  const { client } = useDesk();
  const ask = useCallback(async (): Promise<Detail> => {
    const [details, { startedWith, takes }, opinions] = await Promise.all([
      client.history.details({ jobId }),
      client.listening.takes({ jobId }),
      client.verdicts.ofJob({ jobId }),
    ]);
    return { jobId, ...details, takes, startedWith, opinions };
  }, [client, jobId]);
  const { again, answer: detail, change, thrown } = useAsked(ask, { about: jobId, settleMs: SETTLE_MS });
  const setNote = useCallback(
    (note: Note) => {
      client.verdicts
        .setNote({ jobId, ...note })
        .then((opinions) => {
          change((now) => (now?.jobId === jobId ? { ...now, opinions } : now));
          onChanged();
        })
        .catch(showRefusal);
    },
    [client, jobId, change, onChanged],
  );

  return { detail, refusal: thrown === null ? null : sentenceOf(thrown), again, setNote };
}
