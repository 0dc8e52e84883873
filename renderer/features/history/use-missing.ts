/** Which recordings of the history have lost their file. Asked after the entries are shown: a disk may take long to answer. */

import { useEffect, useRef, useState } from 'react';
import type { HistoryEntry } from '../../../shared/contract/history.ts';
import { useFoundSources } from '../../components/find-source/found-sources.ts';
import { useDesk } from '../../state/desk-context.ts';

const NONE: ReadonlySet<string> = new Set();
/** As many as one call takes. */
const MOST = 1000;

/** Ids of their jobs. */
export function useMissing(entries: readonly HistoryEntry[] | undefined): ReadonlySet<string> {
  const { client } = useDesk();
  const found = useFoundSources();
  const [missing, setMissing] = useState(NONE);
  const asked = useRef({ found, ids: new Set<string>() });

  useEffect(() => {
    if (asked.current.found !== found) {
      asked.current = { found, ids: new Set() };
      setMissing(NONE);
    }
    const { ids } = asked.current;
    const jobIds = (entries ?? []).map(({ jobId }) => jobId).filter((id) => !ids.has(id));
    if (jobIds.length === 0) return;
    const some = jobIds.slice(0, MOST);
    for (const id of some) ids.add(id);
    const round = asked.current;
    client.sources
      .missing({ jobIds: some })
      .then((answer) => {
        if (asked.current === round) setMissing((known) => new Set([...known, ...answer.jobIds]));
      })
      .catch(() => undefined);
  }, [client, entries, found]);

  return missing;
}
