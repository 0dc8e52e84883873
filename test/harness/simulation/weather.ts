/** What goes wrong on the network, drawn for each request. */

import type { Draw } from './draw.ts';

/** `…-before`: the service never learns of the request. `…-after`: it took effect, and the answer does not arrive as it should. */
export const FAULTS = [
  'refused',
  'reset-before',
  'reset-after',
  'silence-before',
  'silence-after',
  /** The request takes effect minutes after nobody waits for it anymore. */
  'late',
  'status-before',
  'status-after',
  'garbage',
  'truncated',
  'busy',
  'slow',
  /** The body stops in its middle: with an error, without one, or with no further byte. */
  'cut',
  'short',
  'stalled',
  'expired',
] as const;
export type Fault = (typeof FAULTS)[number];

const OF_CALLS: readonly Fault[] = FAULTS.slice(0, FAULTS.indexOf('slow') + 1);
const OF_TRANSFERS: readonly Fault[] = FAULTS.filter((fault) => fault !== 'garbage' && fault !== 'late');

export interface Weather {
  /** How likely a request meets a fault, 0 to 1. */
  set(probability: number): void;
  next(kind: 'call' | 'transfer'): Fault | null;
  readonly met: Readonly<Record<string, number>>;
}

export function createWeather(draw: Draw): Weather {
  let probability = 0;
  const met: Record<string, number> = {};
  return {
    met,
    set: (value) => {
      probability = value;
    },
    next(kind) {
      if (!draw.chance(probability)) return null;
      const fault = draw.pick(kind === 'call' ? OF_CALLS : OF_TRANSFERS);
      met[fault] = (met[fault] ?? 0) + 1;
      return fault;
    },
  };
}
