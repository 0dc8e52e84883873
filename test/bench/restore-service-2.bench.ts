/** How fast service-2 restores. */

import { measureSpeed } from '../fixtures/audio/engine-speed.ts';
import type { Bench } from './bench.ts';

export const bench: Bench = {
  measures: 'Seconds of work of service-2 for a second of mono recording at 48 kHz',
  unit: '× real time',
  target: 0.03,
  better: 'lower',
  run: (folder) => measureSpeed(folder, 'service-2'),
};
