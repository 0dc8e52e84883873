/** How fast service-3.5 restores. */

import { measureSpeed } from '../fixtures/audio/engine-speed.ts';
import type { Bench } from './bench.ts';

export const bench: Bench = {
  measures: 'Seconds of work of service-3.5 for a second of mono recording at 48 kHz',
  unit: '× real time',
  target: 0.2,
  better: 'lower',
  run: (folder) => measureSpeed(folder, 'service-3.5'),
};
