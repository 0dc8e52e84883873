/** Which recordings of the history have lost their file. Asked after the entries are shown: a disk may take long to answer. */

import { useEffect, useRef, useState } from 'react';
import type { HistoryEntry } from '../../../shared/contract/history.ts';
import { useFoundSources } from '../../components/find-source/found-sources.ts';
import { useDesk } from '../../state/desk-context.ts';

const NONE: ReadonlySet<string> = new Set();
/** As many as one call takes. */
const MOST = 1000;

/** Ids of their jobs. @param entries those that are loaded; others are forgotten */
export function useMissing(entries: readonly HistoryEntry[]): ReadonlySet<string> {
  const { client } = useDesk();
  const found = useFoundSources();
  const [missing, setMissing] = useState(NONE);
  const asked = useRef({ found, ids: NONE });

  useEffect(() => {
    if (asked.current.found !== found) {
      asked.current = { found, ids: NONE };
      setMissing(NONE);
    }
    const { ids } = asked.current;
    const loaded = new Set(entries.map(({ jobId }) => jobId));
    const some = [...loaded].filter((id) => !ids.has(id)).slice(0, MOST);
    if (some.length === 0) return;
    const round = { found, ids: new Set([...[...ids].filter((id) => loaded.has(id)), ...some]) };
    asked.current = round;
    client.sources
      .missing({ jobIds: some })
      .then(({ jobIds }) => {
        if (asked.current.found !== round.found) return;
        setMissing((known) => new Set([...known, ...jobIds].filter((id) => asked.current.ids.has(id))));
      })
      .catch(() => undefined);
  }, [client, entries, found]);

  return missing;
}
