/** How long a person waits for the desk when everything is built already. */

import { startBrowserDesk } from '../harness/desk/browser-desk.ts';
import type { Bench } from './bench.ts';

const STARTS = 5;

export const bench: Bench = {
  measures: 'From starting the command to the ready line of the browser host, nothing to build, median of five',
  unit: 's',
  target: 4,
  better: 'lower',
  run: async (folder) => {
    const seconds: number[] = [];
    // The first start bundles and migrates if need be: it is not counted.
    for (let start = 0; start <= STARTS; start++) {
      const began = performance.now();
      const desk = await startBrowserDesk({ dataDirectory: folder });
      const took = (performance.now() - began) / 1000;
      await desk.stop();
      if (start > 0) seconds.push(took);
    }
    seconds.sort((one, other) => one - other);
    const [fastest = 0] = seconds;
    return { value: seconds[Math.floor(STARTS / 2)] ?? 0, details: { fastest, slowest: seconds.at(-1) ?? 0 } };
  },
};
