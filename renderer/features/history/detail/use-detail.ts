/** What the detail shows of a recording. Another row starts over; answers that come too late are dropped. */

import { useCallback, useEffect, useState } from 'react';
import type { HistoryDetails } from '../../../../shared/contract/history.ts';
import type { OpinionsView } from '../../../../shared/contract/listening/verdicts.ts';
import type { TakeView } from '../../../../shared/contract/views.ts';
import type { BatchPreset } from '../../../../shared/domain/batch/batch-preset.ts';
import type { Note } from '../../../../shared/domain/listening/verdict.ts';
import { sentenceOf, showRefusal } from '../../../components/messages/refusal.ts';
import { useDesk } from '../../../state/desk-context.ts';

/** While an arrow key is held, rows in between aren't asked for. */
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
  const [detail, setDetail] = useState<Detail | null>(null);
  const [refusal, setRefusal] = useState<{ readonly jobId: string; readonly words: string } | null>(null);
  const [round, setRound] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another round asks again
  useEffect(() => {
    let isPresent = true;
    const ask = async (): Promise<void> => {
      const [details, { startedWith, takes }, opinions] = await Promise.all([
        client.history.details({ jobId }),
        client.listening.takes({ jobId }),
        client.verdicts.ofJob({ jobId }),
      ]);
      if (!isPresent) return;
      setDetail({ jobId, ...details, takes, startedWith, opinions });
      setRefusal(null);
    };
    const timer = window.setTimeout(() => {
      ask().catch((thrown: unknown) => isPresent && setRefusal({ jobId, words: sentenceOf(thrown) }));
    }, SETTLE_MS);
    return () => {
      isPresent = false;
      window.clearTimeout(timer);
    };
  }, [client, jobId, round]);

  const again = useCallback(() => setRound((before) => before + 1), []);
  const setNote = useCallback(
    (note: Note) => {
      client.verdicts
        .setNote({ jobId, ...note })
        .then((opinions) => {
          setDetail((now) => (now?.jobId === jobId ? { ...now, opinions } : now));
          onChanged();
        })
        .catch(showRefusal);
    },
    [client, jobId, onChanged],
  );

  return {
    detail: detail?.jobId === jobId ? detail : null,
    refusal: refusal?.jobId === jobId ? refusal.words : null,
    again,
    setNote,
  };
}
