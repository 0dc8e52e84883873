/** Progress bars on standard error, below lines that scroll away. Only the bars themselves may move the cursor. */

import { MultiBar, Presets, type SingleBar } from 'cli-progress';
import { printable } from '../../../platform/security/harmless-text.ts';

export interface Bars {
  /** @param fraction from 0 to 1 */
  show(id: string, fraction: number, name: string, doing: string): void;
  has(id: string): boolean;
  readonly isEmpty: boolean;
  remove(id: string): void;
  /** A line above the bars. */
  log(line: string): void;
  stop(): void;
}

/** Characters of a name, from its end, and of what is being done. */
const [LONGEST_NAME, LONGEST_DOING] = [40, 60];

/** @returns null where there is no terminal */
export function createBars(): Bars | null {
  if (!process.stderr.isTTY) return null;
  const bars = new MultiBar(
    {
      format: '{bar} {percentage}% {name} · {doing}',
      hideCursor: true,
      clearOnComplete: true,
      fps: 5,
      stream: process.stderr,
      barsize: 18,
    },
    Presets.shades_classic,
  );
  const shown = new Map<string, SingleBar>();
  return {
    show(id, fraction, name, doing) {
      const fields = {
        name: printable(name).slice(-LONGEST_NAME),
        doing: printable(doing).slice(0, LONGEST_DOING),
      };
      const bar = shown.get(id);
      if (bar === undefined) shown.set(id, bars.create(1, fraction, fields));
      else bar.update(fraction, fields);
    },
    has: (id) => shown.has(id),
    get isEmpty() {
      return shown.size === 0;
    },
    remove(id) {
      const bar = shown.get(id);
      if (bar !== undefined) bars.remove(bar);
      shown.delete(id);
    },
    log: (line) => bars.log(`${printable(line)}\n`),
    stop: () => bars.stop(),
  };
}
