/** What is there of a recording, from where to where. Pure. */

import { z } from 'zod';
import type { Measures } from './measures.ts';

export const spanSchema = z.object({
  /** `sound`: it can be decoded. `gap`: silence stands there. `missing`: behind the end of the file. */
  kind: z.enum(['sound', 'gap', 'missing']),
  /** Seconds. */
  from: z.number(),
  to: z.number(),
});
export type Span = z.infer<typeof spanSchema>;

interface Scanned {
  readonly measures: Measures | null;
  /** Length of what is there, at `sampleRate`. */
  readonly frames: number | null;
  /** Hz. */
  readonly sampleRate: number | null;
}

/** In order, without holes; empty for a recording that wasn't scanned. Gaps beyond the first 32 count as sound. */
export function spansOf({ frames, measures, sampleRate }: Scanned): Span[] {
  if (frames === null || measures === null || sampleRate === null) return [];
  const { declaredSeconds = 0, gaps } = measures;
  const spans: Span[] = [];
  const add = (kind: Span['kind'], from: number, to: number) => {
    if (to > from) spans.push({ kind, from: from / sampleRate, to: to / sampleRate });
  };
  let at = 0;
  for (const [index, place] of (gaps?.lengths === undefined ? [] : gaps.places).entries()) {
    const end = Math.min(frames, place + (gaps?.lengths?.[index] ?? 0));
    add('sound', at, place);
    add('gap', place, end);
    at = end;
  }
  add('sound', at, frames);
  add('missing', frames, Math.round(declaredSeconds * sampleRate));
  return spans;
}
