/** Processor time of the helper processes that a test has started, on Linux. */

import { readFileSync } from 'node:fs';
import { descendants } from '../processes.ts';

/** Of the kernel's figures, on every common architecture. */
const TICKS_PER_SECOND = 100;

/** Seconds that all helpers of this process have used so far. */
export function helperSeconds(): number {
  let ticks = 0;
  for (const { pid } of descendants(process.pid)) {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    ticks += Number(fields[11]) + Number(fields[12]);
  }
  return ticks / TICKS_PER_SECOND;
}
