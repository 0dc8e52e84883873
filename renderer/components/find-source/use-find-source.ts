/** A search for a moved source: how far it is, what came of it, and stopping it. */

import { useEffect, useRef, useState } from 'react';
import type { FindEvent } from '../../../shared/contract/listening/sources.ts';
import { useDesk } from '../../state/desk-context.ts';
import { sentenceOf } from '../messages/refusal.ts';
import { FIND } from './strings.ts';

export interface SourceSearch {
  /** How many files were looked at; null while nothing is searched. */
  readonly looked: number | null;
  /** What came of the last search; null before, and while one runs. */
  readonly outcome: string | null;
  start(paths: readonly string[]): void;
  stop(): void;
}

/** The search ends with the component. */
export function useFindSource(
  jobId: string,
  onFound: (event: Extract<FindEvent, { kind: 'found' }>) => void,
): SourceSearch {
  const { client } = useDesk();
  const [looked, setLooked] = useState<number | null>(null);
  const [outcome, setOutcome] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function search(paths: readonly string[], { signal }: AbortController): Promise<string | null> {
    for await (const event of await client.sources.find({ jobId, paths: [...paths] }, { signal })) {
      if (signal.aborted) break;
      if (event.kind === 'looking') setLooked(event.files);
      else if (event.kind !== 'found') return FIND.outcome(event);
      else {
        onFound(event);
        return null;
      }
    }
    return FIND.stopped;
  }

  return {
    looked,
    outcome,
    start(paths) {
      const mine = new AbortController();
      running.current?.abort();
      running.current = mine;
      setLooked(0);
      setOutcome(null);
      search(paths, mine)
        .catch((thrown: unknown) => (mine.signal.aborted ? FIND.stopped : sentenceOf(thrown)))
        .then((sentence) => {
          if (running.current !== mine) return;
          running.current = null;
          setLooked(null);
          setOutcome(sentence);
        });
    },
    stop: () => running.current?.abort(),
  };
}
