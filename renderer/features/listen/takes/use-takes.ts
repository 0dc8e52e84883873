/** The takes of a job, fetched again when a generation is finished. */

import { useCallback, useEffect, useState } from 'react';
import type { JobView, TakeView } from '../../../../shared/contract/views.ts';
import { sentenceOf } from '../../../components/messages/refusal.ts';
import { useDesk, useJob, useSession } from '../../../state/desk-context.ts';

interface TakesAnswer {
  readonly job: JobView;
  readonly takes: readonly TakeView[];
}

export function useTakes(jobId: string): {
  readonly answer: TakesAnswer | null;
  readonly refusal: string | null;
  again(): void;
} {
  const { client } = useDesk();
  const live = useJob(jobId);
  const connected = useSession((state) => state.link.kind === 'connected');
  const results = live?.generations.filter((generation) => generation.state === 'stored').length ?? 0;
  const [answer, setAnswer] = useState<TakesAnswer | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [round, setRound] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new result or a retry changes the answer
  useEffect(() => {
    if (!connected) return;
    let stale = false;
    client.listening
      .takes({ jobId })
      .then((takes) => {
        if (stale) return;
        setAnswer(takes);
        setRefusal(null);
      })
      .catch((thrown: unknown) => !stale && setRefusal(sentenceOf(thrown)));
    return () => {
      stale = true;
    };
  }, [client, jobId, connected, results, round]);

  const again = useCallback(() => setRound((count) => count + 1), []);
  return { answer: answer === null ? null : { job: live ?? answer.job, takes: answer.takes }, refusal, again };
}
