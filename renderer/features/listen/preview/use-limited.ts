/** The preview with limited peaks: rendered by the export's own code once the settings rest, and stopped when they change. */

import { useEffect, useState } from 'react';
import type { LimitedPreviewEvent } from '../../../../shared/contract/listening.ts';
import type { SoundSettings } from '../../../../shared/domain/export-settings.ts';
import { sentenceOf } from '../../../components/messages/refusal.ts';
import { useDesk } from '../../../state/desk-context.ts';

/** Rendering takes both cores: it waits until the settings rest. */
const REST_MS = 400;

export interface Limited {
  /** 0 to 1. */
  readonly fraction: number;
  /** Null until it can be played. */
  readonly made: LimitedPreviewEvent['made'];
  /** Why there is none. */
  readonly refusal: string | null;
}

const NONE: Limited = { fraction: 0, made: null, refusal: null };

/** @param takeId of the result; null where nothing has to be limited */
export function useLimited(takeId: string | null, { loudness, strength }: SoundSettings): Limited {
  const { client } = useDesk();
  const key = `${takeId} ${strength} ${loudness}`;
  const [known, setKnown] = useState({ key, limited: NONE });

  useEffect(() => {
    if (takeId === null) return;
    const stop = new AbortController();
    const { signal } = stop;
    const tell = (limited: Limited) => !signal.aborted && setKnown({ key, limited });
    const render = async () => {
      const asked = { takeId, settings: { loudness, strength } };
      for await (const event of await client.listening.limitedPreview(asked, { signal })) {
        tell({ ...event, refusal: null });
      }
    };
    const resting = setTimeout(() => {
      render().catch((thrown: unknown) => tell({ ...NONE, refusal: sentenceOf(thrown) }));
    }, REST_MS);
    return () => {
      clearTimeout(resting);
      stop.abort();
    };
  }, [client, key, loudness, strength, takeId]);

  return known.key === key ? known.limited : NONE;
}
