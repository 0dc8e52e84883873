/** The peaks of a take, fetched once and kept while Listen is open. */

import { useEffect, useState } from 'react';
import type { Peaks } from '../../../../shared/engine-api/peaks-format.ts';
import { fetchPeaks } from '../../../components/waves/fetch-peaks.ts';

export type PeaksState = Peaks | 'loading' | 'missing';

/** Peaks of several takes, in their order. */
export function usePeaks(takeIds: readonly string[]): readonly PeaksState[] {
  const [known, setKnown] = useState<ReadonlyMap<string, PeaksState>>(new Map());
  const wanted = takeIds.join('\n');
  useEffect(() => {
    const stop = new AbortController();
    for (const id of wanted.split('\n').filter((each) => each !== '')) {
      fetchPeaks(id, stop.signal)
        .catch((): PeaksState => 'missing')
        .then((peaks) => !stop.signal.aborted && setKnown((before) => new Map(before).set(id, peaks)));
    }
    return () => stop.abort();
  }, [wanted]);
  return takeIds.map((id) => known.get(id) ?? 'loading');
}
