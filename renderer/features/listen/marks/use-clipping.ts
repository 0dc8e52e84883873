/** Where takes clip that were scanned before that was found: asked of the host once the room is there, one take after the other. */

import { useEffect, useMemo, useState } from 'react';
import type { TakeView } from '../../../../shared/contract/views.ts';
import { useDesk } from '../../../state/desk-context.ts';

/** The takes, with what is known by now. */
export function useClipping(takes: readonly TakeView[]): readonly TakeView[] {
  const { client } = useDesk();
  const [found, setFound] = useState<ReadonlyMap<string, readonly number[]>>(new Map());
  const unknown = takes.filter(isUnknown).map(({ id }) => id);
  const asked = unknown.join('\n');

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same takes in a new answer are not asked for again
  useEffect(() => {
    let stale = false;
    async function ask(): Promise<void> {
      for (const takeId of unknown) {
        if (stale) return;
        const { places } = await client.listening.clipping({ takeId });
        setFound((now) => new Map(now).set(takeId, places));
      }
    }
    // Without them there are fewer marks.
    ask().catch(() => undefined);
    return () => {
      stale = true;
    };
  }, [client, asked]);

  return useMemo(() => takes.map((take) => withPlaces(take, found.get(take.id))), [takes, found]);
}

function isUnknown({ kind, measures, playable }: TakeView): boolean {
  if (measures === null || !playable || (kind !== 'original' && kind !== 'result')) return false;
  return measures.clippedSamples > 0 && measures.clippedPlaces === undefined;
}

function withPlaces(take: TakeView, places: readonly number[] | undefined): TakeView {
  if (places === undefined || take.measures === null || take.measures.clippedPlaces !== undefined) return take;
  return { ...take, measures: { ...take.measures, clippedPlaces: [...places] } };
}
