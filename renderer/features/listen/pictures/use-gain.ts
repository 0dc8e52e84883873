/** The vertical scale of the waves, the same for every take, so that their heights compare. */

import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { Pictures } from './pictures.ts';

/** The loudest take fills this share of its row. */
const FILL = 0.94;
/** Quiet recordings are drawn larger, up to this gain: beyond it, noise would look like speech. */
const MAX_GAIN = 12;

export function useGain(pictures: Pictures): number {
  const wholes = useStore(pictures.store, (state) => state.wholes);
  return useMemo(() => {
    const most = Math.max(0, ...[...wholes.values()].map((whole) => whole?.peak ?? 0));
    return most === 0 ? 1 : Math.min(MAX_GAIN, FILL / most);
  }, [wholes]);
}
